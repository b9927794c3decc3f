import { foldCase } from "../core/casefold";
import { isPlainAscii, toNfc, trimText } from "../core/text";
import type { AgentId } from "./registry-types";

/**
 * The two forms of a name by which it must be unique: "equal after trimming (ECMAScript trim), NFC, full Unicode case
 * folding and NFC again, or … equal after the reference reader's trim and en-US lower-casing; never dependent on the
 * server's locale". (toLowerCase knows no locale, and en-US has no rules of its own.)
 */
export function nameKeys(name: string): readonly [folded: string, lowered: string] {
  const trimmed = trimText(name);
  if (isPlainAscii(trimmed)) {
    const key = trimmed.toLowerCase();
    return [key, key];
  }
  return [toNfc(foldCase(toNfc(trimmed))), trimmed.toLowerCase()];
}

/** Agents whose names are equal in one of the two forms; the same list for all of them. */
type Group = readonly AgentId[];

/**
 * Who shares a name with whom. Symmetric: whoever stands in another's group has that other in its own.
 * @param agents each ID once
 * @returns by ID, only for those that collide: the groups it stands in (one or two), itself included
 */
export function nameCollisions<Agent extends { readonly id: AgentId }>(
  agents: readonly Agent[],
  nameOf: (agent: Agent) => string,
): ReadonlyMap<AgentId, readonly Group[]> {
  const folded = newGroups();
  const lowered = newGroups();
  let differ = false;
  for (const agent of agents) {
    const [fold, lower] = nameKeys(nameOf(agent));
    add(folded, fold, agent.id);
    differ ||= fold !== lower;
  }
  // Where the two forms of every name are equal, the second grouping would only repeat the first.
  if (differ) for (const agent of agents) add(lowered, nameKeys(nameOf(agent))[1], agent.id);
  const collisions = new Map<AgentId, Group[]>();
  for (const group of [...folded.shared.values(), ...lowered.shared.values()]) {
    for (const id of group) collisions.set(id, [...(collisions.get(id) ?? []), group]);
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

/** IDs by key. A key that only one ID has, which is nearly every one, costs no list. */
interface Groups {
  readonly first: Map<string, AgentId>;
  readonly shared: Map<string, AgentId[]>;
}

function newGroups(): Groups {
  return { first: new Map(), shared: new Map() };
}

function add({ first, shared }: Groups, key: string, id: AgentId): void {
  const before = first.get(key);
  if (before === undefined) {
    first.set(key, id);
    return;
  }
  const group = shared.get(key);
  if (group === undefined) shared.set(key, [before, id]);
  else group.push(id);
}
