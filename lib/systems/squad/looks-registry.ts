import { createHash } from "node:crypto";
import type { Look, LookFacts, Pin, Sha256 } from "@/lib/contracts/core/look";
import { stand, type Standing } from "@/lib/contracts/core/standing";
import type { CallLimits, Files } from "@/lib/sources/source";
import { REGISTRY_PATH, type LastLook, type RegistryFile, type Standings } from "./standings";

/** "registry, history 8 MiB" (contracts, caps). */
const MAX_REGISTRY_BYTES = 8 * 1024 * 1024;
/** A working directory can change between two reads; so often the look begins anew before it counts as failed. */
const MOVED_TRIES = 3;

export type RegistryPart = Pick<Standings, "pin" | "registry"> & { readonly last: LastLook };

/** Looks at the head, and at the registry where the head is another than before or was not read. */
export async function lookAtRegistry(source: Files, prior: Standings, limits: CallLimits): Promise<RegistryPart> {
  for (let attempt = 1; ; attempt += 1) {
    const part = await registryOnce(source, prior, limits);
    if (part.look.answer !== "unfit" || part.look.why !== "moved") return settle(prior, part);
    if (attempt === MOVED_TRIES) return settle(prior, { pin: prior.pin, look: beingWritten(part.look) });
  }
}

export interface RegistryLook {
  readonly pin: Pin | null;
  readonly look: Look<RegistryFile>;
}

async function registryOnce(source: Files, prior: Standings, limits: CallLimits): Promise<RegistryLook> {
  const known = knownPin(prior);
  const head = await source.head(known, limits);
  if (head.answer === "unchanged") return { pin: known, look: head };
  if (head.answer === "failed") return { pin: prior.pin, look: head };
  if (head.answer !== "value") return { pin: null, look: head };
  return readRegistryAt(source, head.value, head, limits);
}

/** A registry that failed to be read at this pin, or might not be read, must be read again, although the head is the same. */
export function knownPin({ registry, pin }: Standings): Pin | null {
  const { answered, failing } = registry;
  if (failing !== null || answered === null) return null;
  // Access comes and goes without a commit; every other answer hangs on the commit.
  return "because" in answered.result && answered.result.because === "denied" ? null : pin;
}

/** @param head what the look cost so far */
export async function readRegistryAt(
  source: Files,
  pin: Pin,
  head: LookFacts,
  limits: CallLimits,
): Promise<RegistryLook> {
  const entry = await source.entry(pin, REGISTRY_PATH, limits);
  if (entry.answer !== "value") return { pin, look: spent(entry, head) };
  const blob = await source.blob(pin, entry.value, MAX_REGISTRY_BYTES, limits);
  const look = spent(blob, head, entry);
  if (look.answer !== "value") return { pin, look };
  const file = { pin, path: REGISTRY_PATH, oid: entry.value.oid, sha256: sha256(look.value), bytes: look.value };
  return { pin, look: { ...look, value: file } };
}

export function settle(prior: Standings, { pin, look }: RegistryLook): RegistryPart {
  return { pin, registry: keepSince(prior.registry, stand(prior.registry, look)), last: lastOf(look) };
}

/** Bytes that were read again, at another commit or after a failure, are as old as when they were first read. */
function keepSince(before: Standing<RegistryFile>, now: Standing<RegistryFile>): Standing<RegistryFile> {
  const [old, fresh] = [before.answered, now.answered];
  if (old === null || fresh === null || !("value" in old.result) || !("value" in fresh.result)) return now;
  if (old.result.value.sha256 !== fresh.result.value.sha256) return now;
  return { ...now, answered: { ...fresh, since: old.since } };
}

function beingWritten(look: LookFacts): Look<RegistryFile> {
  const detail = "The registry changed while it was being read, several times in a row.";
  return { at: look.at, millis: look.millis, requests: look.requests, answer: "failed", cause: "io", detail };
}

/** A look that took several calls: begun with the first, and as dear as all. */
export function spent<T>(look: Look<T>, ...earlier: readonly LookFacts[]): Look<T> {
  const all = [...earlier, look];
  return {
    ...look,
    at: Math.min(...all.map(({ at }) => at)),
    millis: all.reduce((sum, { millis }) => sum + millis, 0),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
  };
}

export function lastOf(look: Look<unknown>): LastLook {
  return { at: look.at, millis: look.millis, answer: look.answer };
}

function sha256(bytes: Uint8Array): Sha256 {
  return createHash("sha256").update(bytes).digest("hex");
}
