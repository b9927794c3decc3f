import { Findings } from "@/components/ui/findings";
import { count } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import type { Diagnostic } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";

/** Warnings and notes on a registry whose records count all the same. They exclude nobody, so they stand below. */
export function Remarks({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  if (diagnostics.length === 0) return null;
  return (
    <section className="remarks" aria-label="Remarks on the registry">
      <details>
        <summary>
          <Icon name="right" />
          <span>
            <b>{count(diagnostics.length, "remark")} on this registry.</b>{" "}
            {diagnostics.length === 1 ? "It excludes" : "They exclude"} nobody.
          </span>
        </summary>
        <Findings
          caption="Remarks on the registry"
          diagnostics={diagnostics}
          address={({ pointer }) => address.registry(pointer)}
        />
      </details>
    </section>
  );
}
