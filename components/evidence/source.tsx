"use client";

import { Fragment, type ReactNode } from "react";
import { useRepositoryStatus } from "../frame/status";
import { Code } from "../ui/code";
import { bytes as byteCount } from "../ui/format";
import { Ticking } from "../ui/now";
import { Ago, Instant } from "../ui/time";
import { Untrusted, Visible } from "../ui/untrusted";
import type { Freshness, PieceDocument } from "@/lib/api/documents";

/** Where the bytes come from, and when that was asked and answered. */
export function Source({ piece }: { piece: PieceDocument }) {
  const { pin, data } = piece;
  const { source } = data;
  return (
    <section>
      <h3>Source</h3>
      <dl className="facts">
        {source.path !== null && (
          <Fact name="Path">
            <Code>{source.path}</Code>
          </Fact>
        )}
        {pin?.kind === "commit" && source.comment === null && (
          <Fact name="Commit">
            <Code>{pin.sha}</Code>
          </Fact>
        )}
        {pin?.kind === "worktree" && source.comment === null && (
          <Fact name="Read from">
            a working directory, not a commit <Code>{pin.digest}</Code>
          </Fact>
        )}
        {source.oid !== null && (
          <Fact name="Blob">
            <Code>{source.oid}</Code>
          </Fact>
        )}
        {source.comment !== null && <CommentFacts comment={source.comment} />}
        {source.sha256 !== null && (
          <Fact name="SHA-256">
            <Code>{source.sha256}</Code>
          </Fact>
        )}
        {source.size !== null && <Fact name="Size">{byteCount(source.size)}</Fact>}
        {source.comment?.thread != null && (
          <Fact name={source.comment.exported ? "Thread file" : "Thread"}>
            {source.comment.exported && <Code>{`${source.comment.issue}.json`}</Code>}{" "}
            {byteCount(source.comment.thread.size)}, SHA-256 {!source.comment.exported && "of what is used of it "}
            <Code>{source.comment.thread.sha256}</Code>
          </Fact>
        )}
        {source.permalink !== null && (
          <Fact name="On GitHub">
            <a className="lk" href={source.permalink} target="_blank" rel="noopener noreferrer">
              {source.comment === null ? "The file at this commit" : "The comment"}
            </a>
          </Fact>
        )}
        {source.issues.length > 0 && (
          <Fact name="Issues">
            {source.issues.map(({ what, number, url }, index) => (
              <Fragment key={what}>
                {index > 0 && ", "}
                {what}{" "}
                <a className="lk" href={url} target="_blank" rel="noopener noreferrer">
                  #{number}
                </a>
              </Fragment>
            ))}
          </Fact>
        )}
        <Looks of={source.comment === null ? "registry" : "threads"} />
      </dl>
    </section>
  );
}

function CommentFacts({ comment }: { comment: NonNullable<PieceDocument["data"]["source"]["comment"]> }) {
  const { author } = comment;
  return (
    <>
      <Fact name="Comment">
        {comment.id} on issue #{comment.issue}
      </Fact>
      <Fact name="Author">
        <AccountFacts account={author} />
        {comment.exported && <span className="sub"> as stated in the exported file</span>}
      </Fact>
      <Fact name="Created">
        <Ago at={comment.createdAt} />{" "}
        <code>
          <Instant at={comment.createdAt} />
        </code>
      </Fact>
      <Fact name="Edited">
        {comment.edited ? (
          <>
            <Ago at={comment.updatedAt} />{" "}
            <code>
              <Instant at={comment.updatedAt} />
            </code>{" "}
            by <AccountFacts account={comment.editor} />
          </>
        ) : (
          "never"
        )}
      </Fact>
    </>
  );
}

/** An account as the source names it: the number and the type count, the login is only shown. */
function AccountFacts({ account }: { account: NonNullable<PieceDocument["data"]["source"]["comment"]>["author"] }) {
  if (account === null) return <>somebody whom the source does not name</>;
  return (
    <>
      account {account.id ?? "without a number"} (<Untrusted text={account.type ?? "no type"} />)
      {account.login !== null && (
        <>
          , login <Untrusted text={account.login} />
        </>
      )}
    </>
  );
}

const ANSWERS: Readonly<Record<NonNullable<Freshness["answer"]>, string>> = {
  value: "answered with the bytes",
  unchanged: "answered unchanged",
  absent: "answered that it is not there",
  denied: "answered no access",
  unfit: "answered, not fit to read",
};

/** Attempt and success are two things: when it was last confirmed, when these bytes were first read, what fails since. */
function Looks({ of }: { of: "registry" | "threads" }) {
  const status = useRepositoryStatus();
  const looks: Freshness = status.data[of];
  return (
    <Ticking>
      {looks.answeredAt !== null && (
        <Fact name="Asked">
          <Ago at={looks.answeredAt} />{" "}
          <code>
            <Instant at={looks.answeredAt} />
          </code>{" "}
          {looks.answer !== null && ANSWERS[looks.answer]}
          {looks.millis !== null && ` in ${looks.millis} ms`}
        </Fact>
      )}
      {looks.since !== null && (
        <Fact name="Bytes from">
          <Ago at={looks.since} />{" "}
          <code>
            <Instant at={looks.since} />
          </code>
        </Fact>
      )}
      {looks.failing !== null && (
        <Fact name="Failing">
          <Visible text={looks.failing.text} /> Since <Ago at={looks.failing.since} />, last try{" "}
          <Ago at={looks.failing.last} />.
        </Fact>
      )}
    </Ticking>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
