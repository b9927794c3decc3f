import type { Rule } from "@/lib/contracts/core/diagnostic";

const rule = <C extends string>(code: C, severity: Rule["severity"], sentence: string, mend: string): Rule<C> => ({
  code,
  severity,
  sentence,
  mend,
});

/** What this system finds while it reads, beside what the contracts find in the bytes. Documented in docs/diagnostics.md. */
export const RULES = {
  identityIncomplete: rule(
    "identity-incomplete",
    "error",
    "A partial registry may support plain metadata rendering, but it cannot authoritatively resolve work bindings.",
    "Mend the excluded records of the registry. The work resolves again by itself.",
  ),
  identityUnavailable: rule(
    "identity-unavailable",
    "error",
    "Without a complete registry identity provenance is unavailable, and no binding resolves.",
    "Publish a complete registry at .squad/casting/registry.json.",
  ),
  threadsUnreadable: rule(
    "threads-unreadable",
    "error",
    "The folder of exported threads that the configuration names can be listed.",
    "Put the folder in its place, or correct threads in the configuration.",
  ),
  commentsUnreadable: rule(
    "comments-unreadable",
    "error",
    "Goals are found in the repository's comments; before those were read nobody knows which goals there are.",
    "Put the cause right. Muster tries again by itself.",
  ),
  commentsNoAccess: rule(
    "comments-no-access",
    "error",
    "Issues unreadable while contents are readable: Work is no access, Identity stands.",
    "Give the token the permission to read Issues of this repository.",
  ),
  threadCommentRepeated: rule(
    "thread-comment-repeated",
    "error",
    "A comment belongs to one issue: its ID stands in one thread only.",
    "Export both threads again. Neither resolves anything until they differ.",
  ),
  threadReading: rule(
    "thread-reading",
    "note",
    "Before the first answer the state is reading, never missing.",
    "Nothing to do: the thread is being read.",
  ),
  threadMissing: rule(
    "thread-missing",
    "error",
    "A goal whose thread cannot be found resolves nothing.",
    "Export the issue's comments into the threads folder, or take the goal out of the configuration. On GitHub the issue was deleted or moved.",
  ),
  threadNoAccess: rule(
    "thread-no-access",
    "error",
    "A thread that may not be read resolves nothing, and nothing of an older copy is shown.",
    "Let Muster read the thread.",
  ),
  threadUnfit: rule(
    "thread-unfit",
    "error",
    "A thread is read from a regular file only.",
    "Put a regular file in place of the link, folder or oversized file.",
  ),
  threadUnreadable: rule(
    "thread-unreadable",
    "error",
    "A thread never read wholly resolves nothing.",
    "Export the thread again where it is a file. Muster reads it at the next look.",
  ),
  threadExpired: rule(
    "thread-expired",
    "error",
    "A stale thread counts up to the configured age after its last success; then it is unavailable.",
    "Make the thread readable again, or allow a longer age with staleHours.",
  ),
  titlesUnreadable: rule(
    "issue-titles-unreadable",
    "warning",
    "Titles and states of issues are shown as the source states them, or not at all.",
    "Export issues.json again where titles come from it. Until they can be read issues are shown by their number.",
  ),
  titlesExpired: rule(
    "issue-titles-expired",
    "warning",
    "Titles and states that could not be confirmed count up to the configured age, as threads do.",
    "Export issues.json again, or allow a longer age with staleHours.",
  ),
  avatarMissing: rule(
    "avatar-file-missing",
    "warning",
    "An avatar is shown from the file that the record names, at the registry's commit.",
    "Commit the picture at that path, or clear the avatar.",
  ),
  avatarUnfit: rule(
    "avatar-file-unfit",
    "warning",
    "An avatar is a regular file: no link, folder, submodule or Git LFS pointer.",
    "Commit the picture itself as a regular file.",
  ),
  avatarUnread: rule(
    "avatar-unread",
    "warning",
    "An avatar that cannot be read is not shown.",
    "Nothing to do: Muster tries again at the next look.",
  ),
  avatarRetired: rule(
    "avatar-retired",
    "note",
    "An avatar is shown only for a valid, non-retired record.",
    "Nothing to do: a tombstone has no picture.",
  ),
} as const;

/** Every rule of this system, for the documentation and its test. */
export const SQUAD_SYSTEM_RULES: readonly Rule[] = Object.values(RULES);
