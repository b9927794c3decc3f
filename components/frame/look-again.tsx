"use client";

import { useEffect, useState } from "react";
import { useRevalidate } from "@/lib/api/hooks";

/** What was said goes away after so long, in milliseconds: by then the line beside it says what the look found. */
const SAID_FOR = 10_000;

/** Asks for a new look now, and says politely what came of it. */
export function LookAgain({ repository }: { repository: string }) {
  const revalidate = useRevalidate(repository);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  const look = async () => {
    setBusy(true);
    const answer = await revalidate();
    setSaid(answer.text || (answer.ok ? "Looked again." : "That did not work. Nothing is lost; try again."));
    setBusy(false);
  };
  return (
    <span className="again">
      <button type="button" onClick={look} aria-disabled={busy}>
        {busy ? "Looking…" : "Look again"}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
