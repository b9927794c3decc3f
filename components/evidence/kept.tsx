"use client";

import { useKept } from "@/lib/api/kept";
import type { KeptDocument, SetAsideLine } from "@/lib/api/documents";
import { number } from "../ui/format";
import { Instant } from "../ui/time";
import { Visible } from "../ui/untrusted";

const WHERE = { embedded: "in the embedded store of this server", postgres: "in a PostgreSQL that servers share" };

/** Whether what was read is kept, and what was found in the store that nobody should have changed. */
export function Kept({ repository, snapshot, page }: { repository: string; snapshot: string; page: KeptDocument }) {
  const { store, fault, setAside } = useKept(repository, snapshot, page).data;
  return (
    <section className="part kept" aria-labelledby="kept">
      <h2 id="kept">
        Kept{" "}
        {setAside !== null && setAside.length > 0 && <span className="n">{number(setAside.length)} set aside</span>}
      </h2>
      <p>
        {store === null
          ? "What is read cannot be kept yet, since the store is not open."
          : `What is read is kept ${WHERE[store]}, under the credential that read it. Its hash is checked whenever it is used.`}
        {fault !== null && ` ${fault.text} What is shown is what was kept before.`}
      </p>
      {setAside === null ? (
        <p>Whether anything there was altered cannot be said just now.</p>
      ) : setAside.length === 0 ? (
        <p>Nothing of it was found altered.</p>
      ) : (
        <>
          <p>These records were not what Muster wrote. They are not used; what they held was read anew.</p>
          <ol>
            {setAside.map((line) => (
              <Aside key={`${line.kind} ${line.name} ${line.at}`} line={line} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Aside({ line: { kind, name, at, why } }: { line: SetAsideLine }) {
  return (
    <li>
      <p>
        <b>{WHAT[kind] ?? "A record"}</b> <Visible text={name} />, found <Instant at={at} />
      </p>
      <p className="q">{why}</p>
    </li>
  );
}

const WHAT: Readonly<Record<string, string>> = {
  standing: "What the looks had left:",
  body: "Content:",
  accepted: "An accepted registry:",
  decision: "A decision:",
};
