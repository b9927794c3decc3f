import { EvidenceLink } from "@/components/ui/evidence-link";
import { Findings } from "@/components/ui/findings";
import { bytes, count } from "@/components/ui/format";
import { Statement } from "@/components/ui/statement";
import type { RegistryDocument, Statement as StatementDoc } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { Migration } from "./migration";

/** A repository without a roster: what happened, what it means, what to do, and every finding with its evidence. */
export function Unavailable({ document, statement }: { document: RegistryDocument; statement: StatementDoc }) {
  const { data, diagnostics } = document;
  const broken = diagnostics.some(({ severity }) => severity === "error");
  const reading = data.outcome === "reading";
  return (
    <>
      <Statement
        statement={statement}
        state={data.outcome === "held" ? "held" : "unavailable"}
        word={reading ? "Reading" : undefined}
      >
        {data.file && (
          <p className="file">
            <code>{data.file.path}</code>, {bytes(data.file.size)} in {count(data.file.lines, "line")} ·{" "}
            <EvidenceLink address={address.registry("")} of="the whole file">
              show the file
            </EvidenceLink>
          </p>
        )}
      </Statement>
      {data.migration && <Migration migration={data.migration} />}
      {diagnostics.length > 0 && (
        <section className="findings" aria-labelledby="findings">
          <h2 id="findings">
            {broken ? "What is wrong" : "Remarks"} <span className="n">{diagnostics.length}</span>
          </h2>
          <Findings
            caption="Findings about the registry"
            diagnostics={diagnostics}
            address={data.file ? ({ pointer }) => address.registry(pointer) : undefined}
          />
        </section>
      )}
    </>
  );
}
