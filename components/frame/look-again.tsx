"use client";

import { useEffect, useState } from "react";
import { useRevalidate } from "@/lib/api/hooks";
import { useRepositoryStatus } from "./status";

/** Milliseconds. */
const SAID_FOR = 10_000;

/** Asks for a new look now, and says politely what came of it. */
export function LookAgain({ repository }: { repository: string }) {
  const revalidate = useRevalidate(repository);
  const [said, setSaid] = useState({ text: "", after: "" });
  const [busy, setBusy] = useState(false);
  const { registry } = useRepositoryStatus().data;
  const last = registry.failing?.last ?? registry.answeredAt ?? "";
  useEffect(() => {
    if (said.text === "") return;
    const timer = setTimeout(() => setSaid({ text: "", after: "" }), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  const look = async () => {
    setBusy(true);
    const answer = await revalidate();
    const text = answer.text || (answer.ok ? "Looked again." : "That did not work. Nothing is lost; try again.");
    setSaid({ text, after: last });
    setBusy(false);
  };
  return (
    <span className="again">
      <button type="button" onClick={look} aria-disabled={busy}>
        {busy ? "Looking…" : "Look again"}
      </button>
      {/* What was said holds until the look was made, or for a while. */}
      <span role="status">{said.after === last ? said.text : ""}</span>
    </span>
  );
}
