import { Code } from "@/components/ui/code";
import { EvidenceLink } from "@/components/ui/evidence-link";
import { count, number } from "@/components/ui/format";
import { State } from "@/components/ui/state";
import { Untrusted } from "@/components/ui/untrusted";
import type { AgentDiff, MemberDiff, RegistryDiff } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { CHANGES } from "./words";

/** What the two registries hold differently, agent by agent and member by member. What holds is marked with its seal and comes first. */
export function Diff({ diff }: { diff: RegistryDiff }) {
  const { agents, counts } = diff;
  const all = counts.gone + counts.changed + counts.added;
  return (
    <section className="part" aria-labelledby="diff">
      <h2 id="diff">
        What differs <span className="n">{number(all)}</span>
      </h2>
      <p>{summed(counts)}</p>
      {all > 0 && (
        <table className="tbl diff" role="table">
          <caption className="vh">The accepted registry against the one that is there now, member by member</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader" className="c-member">
                Member
              </th>
              <th scope="col" role="columnheader">
                Accepted <span className="q">r{diff.revision.before}</span>
              </th>
              <th scope="col" role="columnheader">
                Found <span className="q">r{diff.revision.after}</span>
              </th>
            </tr>
          </thead>
          {agents.map((agent) => (
            <Agent key={agent.id} agent={agent} />
          ))}
        </table>
      )}
      {agents.length < all && (
        <p className="q note">
          {count(all - agents.length, "further agent")} {all - agents.length === 1 ? "differs" : "differ"} and{" "}
          {all - agents.length === 1 ? "is" : "are"} not listed here. Both files can be downloaded above.
        </p>
      )}
    </section>
  );
}

function summed({ gone, changed, added, unchanged }: RegistryDiff["counts"]): string {
  const parts = [
    gone > 0 && `${count(gone, "agent")} gone`,
    changed > 0 && `${number(changed)} changed`,
    added > 0 && `${number(added)} added`,
    `${count(unchanged, "agent")} the same, member for member`,
  ];
  const said = parts.filter((part) => part !== false).join(", ");
  return `${said}.`;
}

function Agent({ agent }: { agent: AgentDiff }) {
  const at = agent.change === "gone" ? address.registry(agent.pointer) : address.found(agent.pointer);
  return (
    <tbody role="rowgroup">
      <tr role="row" className="ah">
        <th scope="rowgroup" role="rowheader" colSpan={3}>
          <span className="cw">{CHANGES[agent.change]}</span> <Code className="id">{agent.id}</Code>
          {agent.change !== "changed" && agent.agent.displayName !== "" && (
            <>
              {" "}
              <Untrusted text={agent.agent.displayName} />
            </>
          )}{" "}
          {agent.held && <State state="held">holds</State>}{" "}
          <EvidenceLink address={at} of={agent.id}>
            show
          </EvidenceLink>
        </th>
      </tr>
      {agent.change === "changed" ? (
        agent.members.map((member) => <Member key={member.member} {...member} />)
      ) : (
        <>
          <Member {...glanced("role", agent, agent.agent.role)} />
          <Member {...glanced("status", agent, agent.agent.status)} />
        </>
      )}
    </tbody>
  );
}

/** A member of a record that one side alone has, as the same row shows it. */
function glanced(member: string, { change }: AgentDiff, value: string): Omit<MemberDiff, "pointer"> {
  const text = JSON.stringify(value);
  return { member, held: false, before: change === "gone" ? text : null, after: change === "gone" ? null : text };
}

function Member({ member, before, after, held }: Omit<MemberDiff, "pointer">) {
  return (
    <tr role="row" className={held ? "holds" : undefined}>
      <th scope="row" role="rowheader">
        <Code>{member}</Code> {held && <State state="held">holds</State>}
      </th>
      <td role="cell" className="a" data-side="Accepted">
        {before === null ? (
          <span className="q">absent</span>
        ) : (
          <del>
            <Code>{before}</Code>
          </del>
        )}
      </td>
      <td role="cell" className="b" data-side="Found">
        {after === null ? (
          <span className="q">absent</span>
        ) : (
          <ins>
            <Code>{after}</Code>
          </ins>
        )}
      </td>
    </tr>
  );
}
