"use client";

import { useEffect, useState, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Live } from "@/lib/api/live";
import { LiveContext } from "@/lib/api/live-context";
import { earsOf, hearAnswers } from "@/lib/api/live-queries";

/** Gives the views inside one stream of changes, which asks for what is on screen when it changed. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [live] = useState(() => new Live(earsOf(client)));
  useEffect(() => {
    const deaf = hearAnswers(client, (answered) => live.asked(answered));
    const stop = live.start();
    return () => {
      stop();
      deaf();
    };
  }, [client, live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
