import type { AgentData } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { useRepositoryStatus } from "../frame/status";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { bytes, lineRange, short } from "../ui/format";
import { Prose } from "../ui/prose";
import { State } from "../ui/state";
import { DateOf } from "../ui/time";

/** Why this page may be believed: the record's rules, its picture, the files read, and what is never read. */
export function EvidenceAside({ data }: { data: AgentData }) {
  return (
    <aside className="side" aria-label="Evidence summary">
      <Rules data={data} />
      {data.agent !== null && <AvatarFacts data={data} />}
      {data.files.length > 0 && (
        <section>
          <h2>Files read</h2>
          <ul className="files">
            {data.files.map((file) => (
              <li key={file.address}>
                <EvidenceLink address={file.address} of={file.path}>
                  {file.path.split("/").at(-1) ?? file.path}
                </EvidenceLink>
                <span>{bytes(file.size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="not">
        <h2>Not read</h2>
        <p>
          Assignees, reviewers, labels, branches, workflow actors, roster files. Who wrote a comment decides whether it
          is trusted, never whom it names.
        </p>
      </section>
    </aside>
  );
}

function Rules({ data }: { data: AgentData }) {
  const { pin } = useRepositoryStatus();
  const valid = data.found === "record";
  if (data.found !== "record" && data.found !== "excluded") return null;
  const warnings = data.findings.filter((one) => one.severity !== "error");
  return (
    <section>
      <h2>Evidence</h2>
      <ul className="sum">
        <li>
          <State state={valid ? "complete" : "incomplete"}>{valid ? "Record valid" : "Record excluded"}</State>
          {data.lines !== null && (
            <EvidenceLink address={address.record(data.id)} of={data.id}>
              {lineRange(data.lines)}
            </EvidenceLink>
          )}
          <p>
            {data.passed} of {data.rules} rules hold{data.revision !== null && ` at r${data.revision}`}.
          </p>
        </li>
        {warnings.map((one, i) => (
          <li key={i}>
            <span className="warned">{one.severity === "warning" ? "Warning" : "Note"}</span>
            <EvidenceLink address={address.registry(one.pointer)} of={one.code}>
              {one.code}
            </EvidenceLink>
            <p>
              <Prose text={one.message} />
            </p>
          </li>
        ))}
      </ul>
      <dl className="facts">
        {data.revision !== null && (
          <div>
            <dt>Registry</dt>
            <dd>revision {data.revision}</dd>
          </div>
        )}
        {data.generatedAt !== null && (
          <div>
            <dt>Made</dt>
            <dd>
              <DateOf at={data.generatedAt} />
            </dd>
          </div>
        )}
        {pin !== null && (
          <div>
            <dt>Read at</dt>
            <dd>
              {pin.kind === "commit" ? (
                <code title={pin.sha}>{short(pin.sha)}</code>
              ) : (
                "a working directory, not a commit"
              )}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function AvatarFacts({ data }: { data: AgentData }) {
  const { avatar, agent } = data;
  return (
    <section>
      <h2>Avatar</h2>
      {avatar === null ? (
        <p className="say">The record names no avatar, so none is shown. Nothing stands in for it.</p>
      ) : (
        <dl className="facts">
          <div>
            <dt>Path</dt>
            <dd>
              <Code>{avatar.path}</Code>
            </dd>
          </div>
          {avatar.picture !== null && (
            <>
              <div>
                <dt>Type</dt>
                <dd>
                  {avatar.picture.type.replace("image/", "").toUpperCase()} by content, {avatar.picture.width} ×{" "}
                  {avatar.picture.height}
                </dd>
              </div>
              <div>
                <dt>Size</dt>
                <dd>{bytes(avatar.picture.size)}</dd>
              </div>
              <div>
                <dt>Blob</dt>
                <dd>
                  <EvidenceLink address={address.avatar(data.id)} of={`the avatar of ${data.id}`}>
                    {short(avatar.picture.oid)}
                  </EvidenceLink>
                </dd>
              </div>
            </>
          )}
          {avatar.reason !== null && (
            <div>
              <dt>Not shown</dt>
              <dd>
                <Prose text={avatar.reason.message} /> <code className="q">{avatar.reason.code}</code>
              </dd>
            </div>
          )}
          {avatar.picture === null && avatar.reason === null && (
            <div>
              <dt>Not shown</dt>
              <dd>
                {agent?.status === "retired"
                  ? "A tombstone shows no picture, so none was read."
                  : "The picture was not read yet."}
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  );
}
