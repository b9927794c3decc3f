"use client";

import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";

/** Lines in one chunk of a long table. */
const CHUNK = 40;
/** Up to so many lines are all rendered, so that the page's own find and print see them. */
const WHOLE = 320;
/** Chunks that the server renders of a longer table. */
const FIRST = 2;
/** How far from the screen a chunk is rendered, so that scrolling meets no gap. */
const AHEAD = "1500px 0px";
/** What a line takes before it was measured, in px. */
const ESTIMATE = 37;

/**
 * A table body of many lines of any height. Chunks far from the screen keep their height and lose their rows; a chunk that was never
 * rendered has an estimated height. Heights are set on the element, since a style attribute in server HTML is refused.
 */
export function Chunks<T>(props: { lines: readonly T[]; render: (line: T, index: number) => ReactNode }) {
  const { lines, render } = props;
  const whole = lines.length <= WHOLE;
  const starts = Array.from({ length: Math.ceil(lines.length / CHUNK) }, (_, i) => i * CHUNK);
  return starts.map((start, i) => (
    <Chunk key={i} eager={whole || i < FIRST} pinned={whole} count={Math.min(CHUNK, lines.length - start)}>
      {() => lines.slice(start, start + CHUNK).map((line, j) => render(line, start + j))}
    </Chunk>
  ));
}

function Chunk(props: { eager: boolean; pinned: boolean; count: number; children: () => ReactNode }) {
  const { pinned, count } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const measured = useRef<number | null>(null);
  const [near, setNear] = useState(props.eager);
  useEffect(() => {
    const element = body.current;
    if (pinned || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        if (!entry.isIntersecting && element.childElementCount > 0) measured.current = entry.boundingClientRect.height;
        setNear(entry.isIntersecting);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [pinned]);
  const shown = pinned || near;
  useLayoutEffect(() => {
    if (body.current === null) return;
    body.current.style.height = shown ? "" : `${measured.current ?? count * ESTIMATE}px`;
  }, [shown, count]);
  return (
    <tbody role="rowgroup" ref={body}>
      {shown && props.children()}
    </tbody>
  );
}
