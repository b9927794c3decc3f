import { foldCase } from "../core/casefold";
import { trimText } from "../core/text";
import type { AgentId } from "./registry-types";

/**
 * The two forms of a name by which it must be unique: "equal after trimming (ECMAScript trim), NFC, full Unicode case
 * folding and NFC again, or … equal after the reference reader's trim and en-US lower-casing; never dependent on the
 * server's locale". (toLowerCase knows no locale, and en-US has no rules of its own.)
 */
export function nameKeys(name: string): readonly [folded: string, lowered: string] {
  const trimmed = trimText(name);
  return [foldCase(trimmed.normalize("NFC")).normalize("NFC"), trimmed.toLowerCase()];
}

/** Agents whose names are equal in one of the two forms; the same list for all of them. */
type Group = readonly AgentId[];

/**
 * Who shares a name with whom. Symmetric: whoever stands in another's group has that other in its own.
 * @param named each ID once, with its name
 * @returns by ID, only for those that collide: the groups it stands in (one or two), itself included
 */
export function nameCollisions(named: Iterable<readonly [AgentId, string]>): ReadonlyMap<AgentId, readonly Group[]> {
  const folded = new Map<string, AgentId[]>();
  const lowered = new Map<string, AgentId[]>();
  for (const [id, name] of named) {
    const [fold, lower] = nameKeys(name);
    add(folded, fold, id);
    add(lowered, lower, id);
  }
  const collisions = new Map<AgentId, Group[]>();
  for (const groups of [folded, lowered]) {
    for (const group of groups.values()) if (group.length > 1) for (const id of group) add(collisions, id, group);
  }
  return collisions;
}

/**
 * The first IDs that stand in a group with `id`, in the groups' order. Looks no further than it must: in a file where
 * all names are equal, listing everyone at everyone would take the square of the file.
 */
export function partners(id: AgentId, groups: readonly Group[], max: number): AgentId[] {
  const found = new Set<AgentId>();
  for (const group of groups) {
    for (const other of group) {
      if (found.size === max) return [...found];
      if (other !== id) found.add(other);
    }
  }
  return [...found];
}

function add<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
