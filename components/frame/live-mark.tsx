"use client";

import { useEffect, useState } from "react";
import { useParams } from "next/navigation";
import { REPOS_EVERY, STATUS_EVERY } from "@/lib/api/hooks";
import { useLive } from "@/lib/api/live-context";

/** What lasts shorter than this is not read out, in milliseconds. */
const WORTH_SAYING = 3_000;

type Said = "live" | "reconnecting" | "polling";

const MEANING: Readonly<Record<Said, string>> = {
  live: "Live: changes show here by themselves, within seconds.",
  reconnecting: "Not live: the connection to Muster is lost and is tried again. What you see is what was last read.",
  polling: "Not live: changes cannot be told to this page, so it asks for them by itself.",
};

/** Whether what is on screen follows by itself: a word and a shape. Ink alone, since a hue would speak of the records. */
export function LiveMark() {
  const mode = useLive();
  const overview = useParams<{ repo?: string }>().repo === undefined;
  const said = useCalmly(mode === "live" || mode === "reconnecting" || mode === "polling" ? mode : null);
  const seconds = (overview ? REPOS_EVERY : STATUS_EVERY) / 1_000;
  return (
    <>
      {mode !== "off" && (
        <span className={`liveness ${mode}`} title={mode === "connecting" ? undefined : MEANING[mode]}>
          <Shape />
          {mode === "live" && "Live"}
          {mode === "connecting" && "Connecting"}
          {mode === "reconnecting" && "Reconnecting"}
          {mode === "polling" && (
            <span>
              Polling<span className="often"> every {seconds} s</span>
            </span>
          )}
        </span>
      )}
      <span className="vh" role="status">
        {said}
      </span>
    </>
  );
}

/** A dot with a ring for live, a broken ring for trying, three dots for asking now and then. */
function Shape() {
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      <circle className="dot" cx="7" cy="7" r="2.5" />
      <circle className="ring" cx="7" cy="7" r="5.5" />
      <circle className="beside" cx="2" cy="7" r="1.5" />
      <circle className="beside" cx="7" cy="7" r="1.5" />
      <circle className="beside" cx="12" cy="7" r="1.5" />
    </svg>
  );
}

/** The sentence to be read out: none while all is well from the start, and none for what soon passes. */
function useCalmly(mode: Said | null): string {
  const [said, setSaid] = useState<{ mode: Said; text: string }>({ mode: "live", text: "" });
  useEffect(() => {
    if (mode === null) return;
    const timer = setTimeout(
      () => setSaid((before) => (before.mode === mode ? before : { mode, text: MEANING[mode] })),
      WORTH_SAYING,
    );
    return () => clearTimeout(timer);
  }, [mode]);
  return said.text;
}
