import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { useHurried } from "./hurry";

/** Rows that the server and the first render show. A list of no more is always there as a whole. */
export const FIRST_ROWS = 50;
/** Rows kept above and below the screen, and the step in which the window moves: in between, scrolling renders nothing. */
const STEP = 4;
/** A row's height until the style sheet has been asked, in px. */
const ROW = 36;

interface Window {
  readonly first: number;
  readonly last: number;
}

/**
 * Which rows of a long list to render while the page scrolls. Rows stand in normal flow at one fixed height, which the style sheet
 * sets (`--row` on the body, in px); height and padding of the body are set on the element, since a style attribute in server HTML is refused.
 * With one height for all rows this is arithmetic; a library for it weighs 12 kB and renders at every row that passes.
 * @returns the half-open range [first, last), and whether rows pass too fast to be looked at
 */
export function useWindowRows(
  body: RefObject<HTMLElement | null>,
  count: number,
): Window & { readonly hurried: boolean } {
  const { row, margin } = useMeasures(body);
  const hurried = useHurried();
  const [range, setRange] = useState<Window>({ first: 0, last: FIRST_ROWS });
  useEffect(() => {
    const update = () => {
      const next = visibleRows(scrollY - margin, row, count);
      setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [row, margin, count]);
  const first = Math.min(range.first, Math.max(0, count - 1));
  const last = Math.min(range.last, count);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const whole = first === 0 && last >= count;
    element.style.height = whole ? "" : `${count * row}px`;
    element.style.paddingTop = whole ? "" : `${first * row}px`;
  }, [body, first, last, count, row]);
  return { first, last, hurried };
}

/** @param above how far the list's beginning is above the window's, in px; negative while it is below */
function visibleRows(above: number, row: number, count: number): Window {
  if (count <= FIRST_ROWS) return { first: 0, last: count };
  const top = Math.floor(above / row / STEP) * STEP - STEP;
  const bottom = Math.ceil((above + innerHeight) / row / STEP) * STEP + STEP;
  const last = Math.min(count, Math.max(bottom, STEP));
  return { first: Math.max(0, Math.min(top, last - STEP)), last };
}

/** The row height that the style sheet sets, and how far down the page the list begins; both change with the page's width. */
function useMeasures(body: RefObject<HTMLElement | null>): { row: number; margin: number } {
  const [measures, setMeasures] = useState({ row: ROW, margin: 0 });
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => {
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || ROW;
      const margin = Math.round(element.getBoundingClientRect().top + scrollY);
      setMeasures((now) => (now.row === row && now.margin === margin ? now : { row, margin }));
    };
    measure();
    // The page's own size says so when a banner above the list opens, and when the width changes.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return measures;
}
