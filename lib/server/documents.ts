import "server-only";
import type { Document, StatusDocument } from "@/lib/systems/squad/document-types";
import { agentDocument } from "@/lib/systems/squad/documents/agent";
import { evidenceDocument } from "@/lib/systems/squad/documents/evidence";
import { registryDocument } from "@/lib/systems/squad/documents/registry";
import { statusDocument } from "@/lib/systems/squad/documents/status";
import { workDocument } from "@/lib/systems/squad/documents/work";
import type { Squad } from "@/lib/systems/squad/judge";
import type { Repository } from "./repository";
import { Serialized } from "./respond";
import { runtime } from "./runtime";

const MAKERS = { registry: registryDocument, work: workDocument, evidence: evidenceDocument } as const;
type Kind = keyof typeof MAKERS;
export type DocumentOf<K extends Kind> = ReturnType<(typeof MAKERS)[K]>;

interface Made {
  readonly document: Document<string, unknown>;
  serialized: Serialized | null;
}

// Documents hang on their snapshot: one is made and serialised once, and goes when the snapshot goes.
const made = new WeakMap<Squad, Map<string, Made>>();

/** A document of the repository's current snapshot. */
export function documentFor<K extends Kind>(repository: Repository, kind: K): DocumentOf<K> {
  const { squad } = repository.state;
  return remembered(squad, kind, () => MAKERS[kind](squad)).document as DocumentOf<K>;
}

/** The same, serialised once a snapshot. */
export function serializedFor(repository: Repository, kind: Kind): Serialized {
  const { squad } = repository.state;
  return serialize(
    squad,
    kind,
    remembered(squad, kind, () => MAKERS[kind](squad)),
  );
}

export function agentFor(repository: Repository, id: string) {
  return agentDocument(repository.state.squad, id);
}

/** What changes with time; made anew at each request. */
export function statusFor(repository: Repository): StatusDocument {
  const { open } = runtime().settings;
  return statusDocument(repository.state, { now: Date.now(), next: repository.next, open });
}

function remembered(squad: Squad, key: string, make: () => Document<string, unknown>): Made {
  let documents = made.get(squad);
  if (documents === undefined) made.set(squad, (documents = new Map()));
  let one = documents.get(key);
  if (one === undefined) documents.set(key, (one = { document: make(), serialized: null }));
  return one;
}

function serialize(squad: Squad, key: string, one: Made): Serialized {
  return (one.serialized ??= new Serialized(`${squad.id.slice(0, 32)}-${key}`, one.document));
}
