"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import type { Live } from "./live";
import type { Mode } from "./live-state";

/** The page's one stream of changes; null outside of it. */
export const LiveContext = createContext<Live | null>(null);

/** What can truly be said of the page now: whether changes are told to it, or it asks by itself. */
export function useLive(): Mode {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live?.subscribe ?? never, live?.mode ?? off, off);
}

function never(): () => void {
  return () => undefined;
}

function off(): Mode {
  return "off";
}
