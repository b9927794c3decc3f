import type { Adapter, Case } from "./adapter";
import { comparable, differences, type Difference } from "./compare";

/** What became of one case. */
export type Outcome =
  | { readonly outcome: "passed" }
  | { readonly outcome: "skipped"; readonly why: string }
  | { readonly outcome: "failed"; readonly why: string; readonly differences: readonly Difference[] };

/** Runs one case through its adapter. A case that cannot run has failed; one with nothing to compare is run all the same, and must not throw. */
export async function judge(test: Case, adapters: readonly Adapter[]): Promise<Outcome> {
  if (test.unreadable !== undefined) return failed(test.unreadable);
  const adapter = adapters.find(
    ({ system, source, area }) => system === test.system && source === test.source && area === test.area,
  );
  if (adapter === undefined)
    return failed(`no adapter for ${test.system} ${test.source === "row" ? "area" : "kind"} “${test.area}”`);
  if (adapter.checklist) return { outcome: "skipped", why: "a checklist: held by the test that names this ID" };
  try {
    const outputs = await adapter.run(test);
    if (!adapter.checksItself && comparable(test, adapter).length === 0)
      return { outcome: "skipped", why: "only prose is expected; it ran without an error" };
    const found = differences(test, adapter, outputs);
    return found.length === 0 ? { outcome: "passed" } : failed("not as expected", found);
  } catch (error) {
    return failed(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function failed(why: string, found: readonly Difference[] = []): Outcome {
  return { outcome: "failed", why, differences: found };
}
