import type {
  EvidenceData,
  EvidenceDocument,
  EvidenceFile,
  EvidenceThread,
  EvidenceTitles,
  RegistryOutcome,
  StateWord,
} from "../document-types";
import type { Squad } from "../judge";
import { REGISTRY_PATH } from "../standings";
import { documentOf } from "./base";
import { nothingSaid, registryStatement } from "./statements";
import { commentLines } from "./work";

const VERDICTS: Record<RegistryOutcome, readonly [string, StateWord | null]> = {
  complete: ["Complete", "complete"],
  partial: ["Partial", "incomplete"],
  legacy: ["Older format", "unavailable"],
  refused: ["Refused", "unavailable"],
  missing: ["Missing", "unavailable"],
  "no-access": ["No access", "unavailable"],
  unfit: ["Not a plain file", "unavailable"],
  reading: ["Reading", "unavailable"],
  expired: ["Too old", "unavailable"],
  held: ["Held", "held"],
};

/** Everything that was read for this snapshot, with verdicts, and the comments that were ignored. */
export function evidenceDocument(squad: Squad): EvidenceDocument {
  const threads = squad.work.goals.map((goal) => threadOf(squad, goal.issue)).sort((a, b) => a.issue - b.issue);
  const data: EvidenceData = {
    files: [registryFile(squad), ...foundFile(squad), ...avatarFiles(squad)],
    threads,
    ignored: threads.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict === "look-alike")),
    wholly: squad.threadsFault === null && !squad.discovering && squad.threads.every(({ verdict }) => verdict !== null),
    titles: titlesOf(squad),
    exported: squad.settings.exported,
    trust: squad.settings.trust,
  };
  return documentOf(squad, "evidence", data);
}

function registryFile(squad: Squad): EvidenceFile {
  const { file, roster, verdict } = squad;
  const accepted = squad.held !== null && squad.outcome === "complete";
  const [word, state] = accepted ? (["Last accepted", "held"] as const) : VERDICTS[squad.outcome];
  const said = nothingSaid(squad);
  return {
    address: "registry:",
    what: "registry",
    path: REGISTRY_PATH,
    oid: file?.oid ?? null,
    size: file?.bytes.byteLength ?? null,
    sha256: file?.sha256 ?? null,
    verdict: said === null ? word : said.charAt(0).toUpperCase() + said.slice(1),
    state,
    detail:
      verdict?.verdict === "partial"
        ? `${roster?.agents.size ?? 0} records valid, ${verdict.excluded.length} excluded`
        : detailOf(squad),
  };
}

/** The registry that is there, while continuity holds it: read whole, and not taken. */
function foundFile({ held }: Squad): EvidenceFile[] {
  if (held?.file == null || held.facts === null) return [];
  const { path, oid, bytes, sha256 } = held.file;
  const detail = `Revision ${held.facts.revision}, ${Object.keys(held.facts.agents).length} records valid; not taken`;
  return [
    {
      ...{ address: "found:", what: "registry", path, oid, size: bytes.byteLength, sha256 },
      ...{ verdict: "Held", state: "held", detail },
    },
  ];
}

function detailOf(squad: Squad): string {
  if (squad.verdict?.verdict === "complete")
    return `Revision ${squad.verdict.registry.revision}, ${squad.verdict.registry.agents.size} records valid`;
  return registryStatement(squad)?.title ?? "";
}

function avatarFiles(squad: Squad): EvidenceFile[] {
  const named = [...(squad.roster?.agents.values() ?? [])].filter(({ avatar }) => avatar !== null);
  return named.flatMap(({ id, avatar }): EvidenceFile[] => {
    const verdict = squad.pictures.get(id);
    if (verdict === undefined || verdict === "unread" || avatar === null) return [];
    const base = { address: `avatar:${id}`, what: "avatar" as const, path: avatar, sha256: null, state: null };
    if (!verdict.shown) {
      const { oid = null, size = null } = verdict.file ?? {};
      return [{ ...base, oid, size, verdict: "No avatar", detail: verdict.reason.message }];
    }
    const { oid, size, type, width, height } = verdict.picture;
    return [{ ...base, oid, size, verdict: "Shown", detail: `${type}, ${width} × ${height}` }];
  });
}

function titlesOf({ titles: { file, fault }, settings }: Squad): EvidenceTitles | null {
  if (file === null && fault === null) return null;
  const { cards, size, sha256 } = file ?? {};
  return {
    path: settings.exported ? "issues.json" : null,
    issues: cards?.length ?? null,
    size: size ?? null,
    sha256: sha256 ?? null,
    fault,
  };
}

function threadOf(squad: Squad, issue: number): EvidenceThread {
  const goal = squad.work.goals.find((one) => one.issue === issue);
  const thread = squad.threads.find((one) => one.issue === issue);
  return {
    issue,
    title: squad.titles.cards.get(issue)?.title ?? null,
    goal: goal?.goal ?? "unread",
    comments: thread?.verdict?.read ?? null,
    size: thread?.bytes?.size ?? null,
    sha256: thread?.bytes?.sha256 ?? null,
    lines: goal === undefined ? [] : commentLines(goal),
    detail: thread?.unread?.message ?? "",
  };
}
