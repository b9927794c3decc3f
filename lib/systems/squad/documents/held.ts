import { diffRegistries, type RegistryDiff } from "@/lib/contracts/squad/registry-diff";
import type { Baseline, Held } from "../baseline";
import type { AcceptedSide, HeldData, Side } from "../document-types";
import type { Squad } from "../judge";
import { ruleAlone } from "../rule-alone";
import { movedText } from "./moved";

/** Agents of a difference, and members of one agent, that a document lists; the counts are of all, and both files can be downloaded. */
export const MAX_DIFF_AGENTS = 200;
export const MAX_DIFF_MEMBERS = 50;

/**
 * What is held, as people are shown it; null: nothing is. Where the accepted copy was read with another credential its findings could
 * quote it, so only the rules that they break are named: "A 304 never opens a copy stored for another credential."
 */
export function heldData(squad: Squad): HeldData | null {
  const { held } = squad;
  if (held === null) return null;
  const known = seen.get(squad);
  if (known !== undefined) return known;
  const data = isWithheld(squad) ? withhold(whole(held)) : whole(held);
  seen.set(squad, data);
  return data;
}

// A large difference is made once a snapshot, whoever asks for it.
const seen = new WeakMap<Squad, HeldData>();

/** Something is held, and the accepted copy is not this credential's to see. */
export function isWithheld({ held, file }: Squad): boolean {
  return held !== null && file === null && held.baseline.facts !== null;
}

function whole(held: Held): HeldData {
  const { id, baseline, facts, findings } = held;
  return {
    id,
    because: facts === null ? "repository" : "registry",
    withheld: false,
    moved: movedText({ findings, was: baseline.facts?.revision ?? null, is: facts?.revision ?? null }, true),
    findings,
    accepted: acceptedSide(baseline),
    found: foundSide(held),
    diff: baseline.facts === null || facts === null ? null : listed(diffRegistries(baseline.facts, facts)),
  };
}

/** What holds comes first, so that no cut leaves it out before what does not. */
function listed(diff: RegistryDiff): RegistryDiff {
  const agents = [...diff.agents]
    .sort((a, b) => Number(b.held) - Number(a.held))
    .slice(0, MAX_DIFF_AGENTS)
    .map((agent) =>
      agent.change === "changed" ? { ...agent, members: agent.members.slice(0, MAX_DIFF_MEMBERS) } : agent,
    );
  return { ...diff, agents };
}

/** The one place where what another credential read is taken out: of the accepted side its revision stays, of a finding its rule. */
function withhold(data: HeldData): HeldData {
  const rules = new Map(data.findings.map((finding) => [finding.code, ruleAlone(finding)]));
  return {
    ...data,
    withheld: true,
    moved: movedText({ ...data, was: data.accepted.revision, is: data.found.revision }, false),
    findings: [...rules.values()],
    accepted: revisionAlone(data.accepted),
    diff: null,
  };
}

/** A side of which nothing but the revision may be known. */
export function revisionAlone({ revision }: Side): AcceptedSide {
  return {
    revision,
    repositoryId: null,
    sha256: null,
    generatedAt: null,
    pin: null,
    agents: null,
    acceptedAt: null,
  };
}

/** What a repository is held to. */
export function acceptedSide({ repositoryId, facts, pin, at }: Baseline): AcceptedSide {
  return { ...sideOf(repositoryId, facts, pin), acceptedAt: new Date(at).toISOString() };
}

/** What is there in its place. */
export function foundSide({ repositoryId, facts, file }: Held): Side {
  return sideOf(repositoryId, facts, file?.pin ?? null);
}

function sideOf(repositoryId: number | null, facts: Baseline["facts"], pin: Side["pin"]): Side {
  return {
    repositoryId,
    revision: facts?.revision ?? null,
    sha256: facts?.sha256 ?? null,
    generatedAt: facts === null ? null : new Date(facts.generatedAt).toISOString(),
    pin,
    agents: facts === null ? null : Object.keys(facts.agents).length,
  };
}
