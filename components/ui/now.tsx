"use client";

import { createContext, useContext, useEffect, useState, type ReactNode } from "react";

const Now = createContext(0);

/** The server's clock in milliseconds, as last told: ages never depend on the reader's clock. */
export function useNow(): number {
  return useContext(Now);
}

/** Gives the views under it the server's clock. `now` is RFC 3339, from the last status or overview document. */
export function NowProvider({ now, children }: { now: string; children: ReactNode }) {
  return <Now value={Date.parse(now)}>{children}</Now>;
}

/** Lets the clock under it run on between two answers of the server, once a second: for the few ages that people watch. */
export function Ticking({ children }: { children: ReactNode }) {
  const told = useNow();
  const [passed, setPassed] = useState({ told, ms: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed({ told, ms: performance.now() - start }), 1000);
    return () => clearInterval(timer);
  }, [told]);
  return <Now value={passed.told === told ? told + passed.ms : told}>{children}</Now>;
}
