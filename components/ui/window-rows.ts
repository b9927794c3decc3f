import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { useWindowVirtualizer } from "@tanstack/react-virtual";

/** Rows that the server and the first render show. */
export const FIRST_ROWS = 50;
/** Rows kept above and below the screen. */
const OVERSCAN = 8;
/** A row's height until the style sheet has been asked, in px. */
const ROW = 36;

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
  const { row, margin } = useMeasures(body, count);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => row,
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialRect: { width: 0, height: FIRST_ROWS * ROW },
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, row]);
  const shown = virtualizer.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = Math.min(count, (shown.at(-1)?.index ?? FIRST_ROWS - 1) + 1);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const whole = first === 0 && last >= count;
    element.style.height = whole ? "" : `${count * row}px`;
    element.style.paddingTop = whole ? "" : `${first * row}px`;
  }, [body, first, last, count, row]);
  return { first, last };
}

/** The row height that the style sheet sets, and how far down the page the list begins; both change with the page's width. */
function useMeasures(body: RefObject<HTMLElement | null>, count: number): { row: number; margin: number } {
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
  }, [body, count]);
  return measures;
}
