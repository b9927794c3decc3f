import "server-only";
import type { CommentLine, EvidenceDocument, RegistryDocument, WorkDocument } from "@/lib/systems/squad/document-types";

/** Bytes of the largest document that a page carries whole. */
export const MAX_HYDRATED = 64 * 1024;
/** Rows that the page carries of a larger one; the counts are always those of the whole. */
export const FIRST_ROWS = 50;

/** Findings on one comment that such a page carries. */
const FIRST_FINDINGS = 20;

function firstFindings(line: CommentLine): CommentLine {
  return { ...line, diagnostics: line.diagnostics.slice(0, FIRST_FINDINGS) };
}

export function firstRows(document: RegistryDocument): RegistryDocument {
  const { data } = document;
  const migration =
    data.migration === null ? null : { ...data.migration, records: data.migration.records.slice(0, FIRST_ROWS) };
  return {
    ...document,
    diagnostics: document.diagnostics.slice(0, FIRST_ROWS),
    data: {
      ...data,
      agents: data.agents.slice(0, FIRST_ROWS),
      excluded: data.excluded.slice(0, FIRST_ROWS),
      migration,
      held: data.held === null ? null : { ...data.held, findings: data.held.findings.slice(0, FIRST_ROWS), diff: null },
    },
  };
}

/** The first tasks, goal by goal and epic by epic, until there are FIRST_ROWS; later goals keep their head and lose their epics. */
export function firstTasks(document: WorkDocument): WorkDocument {
  let left = FIRST_ROWS;
  const goals = document.data.goals.slice(0, FIRST_ROWS).map((goal) => {
    const epics = goal.epics.flatMap((epic) => {
      if (left <= 0) return [];
      const tasks = epic.tasks.slice(0, left);
      left -= tasks.length;
      return [{ ...epic, tasks }];
    });
    return {
      ...goal,
      epics,
      diagnostics: goal.diagnostics.slice(0, FIRST_FINDINGS),
      counted: goal.counted === null ? null : firstFindings(goal.counted),
      history: goal.history.slice(0, 1).map(firstFindings),
      lookAlikes: goal.lookAlikes.slice(0, 1).map(firstFindings),
    };
  });
  const named = new Set(
    goals.flatMap(({ epics }) =>
      epics.flatMap(({ agentIds, tasks }) => [
        ...agentIds,
        ...tasks.flatMap((task) => [task.agentId, ...task.claims.map(({ agentId }) => agentId)]),
      ]),
    ),
  );
  const who = Object.fromEntries(Object.entries(document.data.who).filter(([id]) => named.has(id)));
  return { ...document, data: { ...document.data, goals, who } };
}

export function firstEvidence(document: EvidenceDocument): EvidenceDocument {
  const { data } = document;
  const threads = data.threads.slice(0, FIRST_ROWS).map((thread) => ({
    ...thread,
    lines: thread.lines.slice(0, 3).map(firstFindings),
  }));
  return {
    ...document,
    data: {
      ...data,
      files: data.files.slice(0, FIRST_ROWS),
      threads,
      ignored: data.ignored.slice(0, FIRST_ROWS).map(firstFindings),
    },
  };
}
