"use client";

import { useState } from "react";
import { useRevalidate } from "@/lib/api/hooks";

/** Asks for a new look now, and says politely what came of it. */
export function LookAgain({ repository }: { repository: string }) {
  const revalidate = useRevalidate(repository);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
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
