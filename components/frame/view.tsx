import type { ReactNode } from "react";
import { Provenance } from "./provenance";

/**
 * One view of a repository: its landmark, its heading, its content, and the provenance line that closes it.
 * @param title the heading, heard and not seen; leave it out where the content brings its own `<h1>`
 * @param count the one count at the right end of the provenance line, such as "17 of 17 records valid"
 */
export function View(props: { title?: string; count?: ReactNode; className?: string; children: ReactNode }) {
  return (
    <>
      <main id="main" tabIndex={-1} className={props.className}>
        {props.title && <h1 className="vh">{props.title}</h1>}
        {props.children}
      </main>
      <Provenance count={props.count} />
    </>
  );
}
