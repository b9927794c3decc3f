"use client";

import { useEffect, useState } from "react";
import { Button, IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { copyText } from "./copy";

type Done = "copied" | "failed" | null;
/** How long the outcome of a copy stands, in milliseconds. */
const STANDS = 2_000;

function useCopy(text: () => string): [Done, () => void] {
  const [done, setDone] = useState<Done>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), STANDS);
    return () => clearTimeout(timer);
  }, [done]);
  return [done, () => void copyText(text()).then((ok) => setDone(ok ? "copied" : "failed"))];
}

/** Copies what `text` gives when pressed, and says whether it worked. */
export function CopyButton(props: { icon: "link" | "copy"; children: string; text: () => string }) {
  const [done, copy] = useCopy(props.text);
  return (
    <Button onClick={copy}>
      <Icon name={done === "copied" ? "check" : props.icon} />
      <span aria-live="polite">{said(done) ?? props.children}</span>
    </Button>
  );
}

/** The same as a small drawing beside the text that it copies. */
export function CopyIcon({ label, text }: { label: string; text: string }) {
  const [done, copy] = useCopy(() => text);
  return (
    <>
      <IconButton className="sm" label={label} onClick={copy}>
        <Icon name={done === "copied" ? "check" : "copy"} />
      </IconButton>
      <span className="vh" aria-live="polite">
        {said(done)}
      </span>
    </>
  );
}

function said(done: Done): string | null {
  if (done === null) return null;
  return done === "copied" ? "Copied" : "Not copied; select the text instead";
}
