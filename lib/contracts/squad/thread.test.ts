import { describe, expect, it } from "vitest";
import type { IssueComment } from "../core/comment";
import type { ActivationVerdict } from "./activation-types";
import { MAX_COMMENTS, selectArtifact } from "./thread";
import { bodyOf, comment, context, envelopeBlock, findings, row, stranger } from "./testing/activation";

const good = bodyOf([row()]);
const wrong = bodyOf([row({ task: "" })]);
/** A comment of that number made on that day. */
const on = (day: number, id: number, body = good, changes: Partial<IssueComment> = {}): IssueComment => {
  const at = `2026-09-${String(day).padStart(2, "0")}T10:00:00Z`;
  return comment(body, { id, createdAt: at, updatedAt: at, ...changes });
};
const select = (...comments: IssueComment[]) => selectArtifact(comments, context);
const ids = (verdict: ReturnType<typeof select>) =>
  verdict.comments.map(({ id, counts }) => `${id}${counts ? "*" : ""}`);

describe("the artifact of a thread", () => {
  it("is none where no comment is one", () => {
    expect(select()).toEqual({ issue: 45, read: 0, goal: "none", comments: [], diagnostics: [] });
    expect(select(on(1, 1, "Thanks"), on(2, 2, good, { author: stranger }))).toMatchObject({
      goal: "none",
      read: 2,
      comments: [{ id: 2, author: stranger, counts: false, verdict: { verdict: "look-alike" } }],
    });
  });

  it("is the newest trusted one, whatever the order; older ones are its history", () => {
    const comments = [on(2, 2), on(3, 1), on(1, 3, wrong), on(4, 4, good, { author: stranger }), on(5, 5, "words")];
    for (const list of [comments, [...comments].reverse()]) {
      const verdict = select(...list);
      expect(verdict).toMatchObject({ goal: "bound", read: 5, diagnostics: [], artifact: { commentId: 1 } });
      expect(ids(verdict)).toEqual(["4", "1*", "2", "3"]);
    }
    expect(select(on(2, 2)).comments[0]).toEqual({
      id: 2,
      author: comment("").author,
      createdAt: "2026-09-02T10:00:00Z",
      updatedAt: "2026-09-02T10:00:00Z",
      counts: true,
      verdict: expect.objectContaining({ verdict: "accepted" }) as ActivationVerdict,
    });
  });

  it("is the newest by instant, not by text", () => {
    const later = { createdAt: "2026-09-02T08:00:00-05:00", updatedAt: "2026-09-02T13:00:00Z" };
    expect(select(on(2, 1), on(2, 2, good, later))).toMatchObject({ goal: "bound", artifact: { commentId: 2 } });
  });

  it("does not fall back where the newest is refused or from before identity provenance", () => {
    const refused = select(on(1, 1), on(2, 2, wrong));
    expect(refused).toMatchObject({
      goal: "refused",
      counted: { id: 2, counts: true, verdict: { verdict: "refused" } },
    });
    expect(ids(refused)).toEqual(["2*", "1"]);
    expect(refused).not.toHaveProperty("artifact");
    const older = select(on(1, 1), on(2, 2, envelopeBlock()));
    expect(older).toMatchObject({ goal: "pre-provenance", counted: { id: 2, verdict: { verdict: "pre-provenance" } } });
  });

  it("is none of several newest at the same instant, right or wrong", () => {
    const same = { createdAt: "2026-09-02T12:00:00+02:00", updatedAt: "2026-09-02T10:00:00Z" };
    const verdict = select(on(2, 1), on(2, 3, wrong, same), on(1, 2), on(2, 9, good, { author: stranger }));
    expect(verdict).toMatchObject({ goal: "conflict", tied: [{ id: 3 }, { id: 1 }] });
    expect(ids(verdict)).toEqual(["9", "3", "1", "2"]);
    expect(findings(verdict)).toEqual(["newest-artifacts-tie #comment/3", "newest-artifacts-tie #comment/1"]);
    expect(verdict.diagnostics[0]?.message).toBe(
      "Comment 3 is one of 2 newest artifacts, all made at 2026-09-02T12:00:00+02:00; none of them counts.",
    );
    expect(select(on(1, 1), on(1, 2), on(2, 3))).toMatchObject({ goal: "bound", artifact: { commentId: 3 } });
  });

  it("is refused where a time cannot be read, since nobody can tell which is the newest", () => {
    const broken = { createdAt: "yesterday" };
    const verdict = select(on(3, 1), on(1, 2, good, broken), on(1, 3, good, broken));
    expect(verdict).toMatchObject({ goal: "refused", counted: { id: 3, counts: true } });
    expect(ids(verdict)).toEqual(["3*", "2", "1"]);
    expect(verdict.diagnostics).toMatchObject([
      {
        code: "newest-artifact-unknown",
        pointer: "#comment/3",
        value: '"yesterday"',
        message:
          "The time at which comment 3 was made cannot be read, so nobody can tell which artifact is the newest.",
      },
    ]);
    // Whoever is not trusted cannot do that to a thread.
    const lookAlike = select(on(3, 1), on(1, 2, good, { ...broken, author: stranger }));
    expect(lookAlike).toMatchObject({ goal: "bound", artifact: { commentId: 1 } });
    expect(ids(lookAlike)).toEqual(["2", "1*"]);
    // Neither can a reader that does not look at the time.
    const accepts = () => select(on(3, 1)).comments[0]?.verdict ?? { verdict: "nothing" as const, diagnostics: [] };
    expect(selectArtifact([on(1, 2, good, broken)], context, accepts)).toMatchObject({
      goal: "refused",
      counted: { id: 2 },
    });
  });

  it("is unread where the thread has more than 2,000 comments", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => on(1, at, "words"));
    expect(select(...many(MAX_COMMENTS - 1), on(1, 1))).toMatchObject({ goal: "bound", read: 2_000 });
    const verdict = select(...many(MAX_COMMENTS), on(1, 1));
    expect(verdict).toMatchObject({ goal: "unread", read: 2_001, comments: [] });
    expect(findings(verdict)).toEqual(["thread-too-many-comments "]);
    expect(verdict.diagnostics[0]?.message).toBe("The thread has 2001 comments; at most 2000 are read.");
  });

  it("takes verdicts from the reader it is given", () => {
    const asked: number[] = [];
    const verdict = selectArtifact([on(1, 1), on(2, 2)], context, (each, given) => {
      expect(given).toBe(context);
      asked.push(each.id);
      return { verdict: "nothing", diagnostics: [] };
    });
    expect(verdict.goal).toBe("none");
    expect(asked).toEqual([1, 2]);
  });
});
