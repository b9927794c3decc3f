import { useEffect, useLayoutEffect, useState, type RefObject } from "react";

/** Rows that the server and the first render show. */
export const FIRST_ROWS = 50;
/** Rows kept above and below the screen, and the step in which the window moves. */
const STEP = 8;

interface Window {
  readonly first: number;
  readonly last: number;
}

/**
 * Which rows of a long list to render while the page scrolls. Rows stand in normal flow at one fixed height, which the style sheet
 * sets (`--row` on the body, in px); height and padding of the body are set on the element, since a style attribute in server HTML is refused.
 * @returns the half-open range [first, last)
 */
export function useWindowRows(body: RefObject<HTMLElement | null>, count: number): Window {
  const [range, setRange] = useState<Window>({ first: 0, last: FIRST_ROWS });
  useEffect(() => {
    const update = () => {
      const element = body.current;
      if (!element) return;
      const next = visibleRows(element, count);
      setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [body, count]);
  const first = Math.min(range.first, Math.max(0, count - 1));
  const last = Math.min(range.last, count);
  useWide(body, first, last, count);
  return { first, last };
}

function visibleRows(element: HTMLElement, count: number): Window {
  const height = rowHeight(element);
  const above = -element.getBoundingClientRect().top;
  const first = Math.max(0, Math.floor(above / height / STEP) * STEP - STEP);
  const rows = Math.ceil(innerHeight / height / STEP) * STEP + 3 * STEP;
  return { first: Math.min(first, Math.max(0, count - rows)), last: Math.min(count, first + rows) };
}

function rowHeight(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || 36;
}

/** Gives the body the height of all rows, and moves those shown to their place. */
function useWide(body: RefObject<HTMLElement | null>, first: number, last: number, count: number) {
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const place = () => {
      const whole = first === 0 && last >= count;
      const height = rowHeight(element);
      element.style.height = whole ? "" : `${count * height}px`;
      element.style.paddingTop = whole ? "" : `${first * height}px`;
    };
    place();
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [body, first, last, count]);
}
