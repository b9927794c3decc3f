import type { ByteLine, PieceData } from "@/lib/api/documents";
import { number } from "../ui/format";
import { Visible } from "../ui/untrusted";
import { pieces } from "./raw-line";

/** The bytes themselves, with their line numbers; the fact's own lines are marked, and those where a rule failed say which. */
export function Raw({ bytes }: { bytes: NonNullable<PieceData["bytes"]> }) {
  const range = bytes.first === bytes.last ? `line ${bytes.first}` : `lines ${bytes.first}–${bytes.last}`;
  return (
    <section>
      <h3>
        Bytes{" "}
        <span className="sub">
          <code>
            <Visible text={bytes.label} />
          </code>{" "}
          {range} of {number(bytes.total)}
        </span>
      </h3>
      <div className="raw" tabIndex={0} role="group" aria-label={`Bytes, ${range}`}>
        <pre>
          {bytes.lines.map((line) => (
            <Line key={line.n} line={line} />
          ))}
        </pre>
      </div>
      {bytes.cut && (
        <p className="sub cut">Some lines or characters are left out here. The download has all of them.</p>
      )}
    </section>
  );
}

function Line({ line }: { line: ByteLine }) {
  return (
    <span className={line.mark === "near" ? "l" : line.mark === "bad" ? "l in bad" : "l in"}>
      <i>{line.n}</i>
      <span>
        {line.fact === undefined ? <Named text={line.text} /> : <Marked text={line.text} {...line.fact} />}
        {"\n"}
      </span>
      {line.notes.length > 0 && (
        <em>
          {line.notes.map((note) => (
            <code key={note}>{note}</code>
          ))}
        </em>
      )}
    </span>
  );
}

/** A line with the name of its first member set apart. */
function Named({ text }: { text: string }) {
  return pieces(text).map((piece, i) =>
    piece.name ? (
      <b key={i}>
        <Tabbed text={piece.text} />
      </b>
    ) : (
      <Tabbed key={i} text={piece.text} />
    ),
  );
}

/** A line of which the fact is only a part. */
function Marked({ text, from, to }: { text: string; from: number; to: number }) {
  return (
    <>
      <Tabbed text={text.slice(0, from)} />
      <mark>
        <Tabbed text={text.slice(from, to)} />
      </mark>
      <Tabbed text={text.slice(to)} />
    </>
  );
}

/** Tabs indent; everything else that cannot be seen is named. */
function Tabbed({ text }: { text: string }) {
  return text.split("\t").map((part, i) => (
    <span key={i}>
      {i > 0 && "\t"}
      <Visible text={part} />
    </span>
  ));
}
