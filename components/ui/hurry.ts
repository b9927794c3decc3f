"use client";

import { createContext, useContext, useEffect, useState } from "react";

/** Faster than this nobody looks at a row that passes, in px per millisecond: some eighty rows a second. */
const HURRY = 3;
/** The hurry is over when nothing was scrolled so fast for so many milliseconds. */
const REST = 120;

/** True around rows that pass faster than anybody looks at them. */
export const Hurry = createContext(false);

/** Whether there has been a moment without hurry since this was mounted: only then is it worth asking for a picture. */
export function useSeen(): boolean {
  const hurried = useContext(Hurry);
  const [seen, setSeen] = useState(!hurried);
  if (!seen && !hurried) setSeen(true);
  return seen;
}

/** True while the page is scrolled so fast that nobody looks at what passes. */
export function useHurried(): boolean {
  const [hurried, setHurried] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before = { at: performance.now(), y: scrollY };
    const look = () => {
      const now = { at: performance.now(), y: scrollY };
      const speed = Math.abs(now.y - before.y) / Math.max(1, now.at - before.at);
      before = now;
      if (speed <= HURRY) return;
      setHurried(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHurried(false), REST);
    };
    addEventListener("scroll", look, { passive: true });
    return () => {
      removeEventListener("scroll", look);
      clearTimeout(timer);
    };
  }, []);
  return hurried;
}
