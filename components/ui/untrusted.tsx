import { Fragment } from "react";
import { runs, visible } from "./visible";

/**
 * Text that somebody else wrote: a name, a role, a title, a login, a value. Isolated from the text around it, never markup, never a link;
 * characters that would turn or hide text are shown by their code point. `title` repeats it where CSS may cut it.
 */
export function Untrusted({ text, className, title }: { text: string; className?: string; title?: boolean }) {
  return (
    <bdi className={className} title={title ? visible(text) : undefined}>
      <Visible text={text} />
    </bdi>
  );
}

/** The same without isolation, for bytes and other text that already stands alone. */
export function Visible({ text }: { text: string }) {
  const all = runs(text);
  // Nearly all text is one plain run, and a long table has hundreds of them.
  if (all.length === 1 && all[0]?.hidden === false) return text;
  return all.map((run, i) =>
    run.hidden ? (
      <span key={i} className="ctl">
        {run.text}
      </span>
    ) : (
      <Fragment key={i}>{run.text}</Fragment>
    ),
  );
}
