import { Code } from "@/components/ui/code";
import { count } from "@/components/ui/format";
import { Prose } from "@/components/ui/prose";

/** Stands in for every page while the configuration cannot be used: what is wrong and where, and what to do. */
export function FaultyConfiguration(props: {
  file: string;
  faults: readonly { readonly path: string; readonly message: string }[];
}) {
  const { file, faults } = props;
  return (
    <main id="main" tabIndex={-1} className="alone">
      <h1>Muster cannot use its configuration</h1>
      <p>
        There {faults.length === 1 ? "is" : "are"} {count(faults.length, "fault")} in {file}. No repository is read
        until {faults.length === 1 ? "it is" : "all are"} mended. Nothing is lost: Muster only reads.
      </p>
      <table className="ex faults" role="table">
        <caption className="vh">Faults of the configuration</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Where
            </th>
            <th scope="col" role="columnheader">
              What is wrong
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {faults.map(({ path, message }, i) => (
            <tr key={i} role="row">
              <th scope="row" role="rowheader" className="where">
                {path === "" ? "the whole file" : <Code className="id">{path}</Code>}
              </th>
              <td role="cell" className="why">
                <Prose text={message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <b>What to do.</b> Mend the file and load this page again: Muster reads it anew. Every option is explained in{" "}
        <code>docs/configuration.md</code>.
      </p>
    </main>
  );
}
