import { short } from "@/components/ui/format";
import type { HeldData } from "@/lib/api/documents";

/** What the button does, by the numbers of what is accepted and of what it replaces. */
export function buttonSaid({ because, accepted, found }: HeldData): string {
  if (because === "repository")
    return accepted.repositoryId === null
      ? `Accept repository ${found.repositoryId}`
      : `Accept repository ${found.repositoryId} in place of ${accepted.repositoryId}`;
  return accepted.revision === found.revision
    ? `Accept the other bytes of revision ${found.revision}`
    : `Accept revision ${found.revision} in place of ${accepted.revision}`;
}

/** Exactly what follows, one sentence a fact. */
export function followsSaid({ because, accepted, found }: HeldData): readonly string[] {
  const recorded =
    "Your name, the time and your reason are recorded with it and shown below, to everyone who reads this page.";
  const undone = "It can be undone only by another decision.";
  if (because === "repository")
    return [
      `The repository with the number ${found.repositoryId} becomes the one that this name means.`,
      "Its registry has not been read. Its first complete one becomes what everyone sees, whatever it holds.",
      recorded,
      undone,
    ];
  const bytes = found.sha256 === null ? "" : ` (SHA-256 ${short(found.sha256)}…)`;
  const same = accepted.revision === found.revision;
  return [
    `Revision ${found.revision}${bytes} becomes what everyone sees of this repository, and what later registries are compared with.`,
    same ? "The bytes that were accepted first are shown no more." : `Revision ${accepted.revision} is shown no more.`,
    recorded,
    undone,
  ];
}

/** One line of text: a reason that was written over several lines is kept as one. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
