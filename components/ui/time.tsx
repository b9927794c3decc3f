"use client";

import { useNow } from "./now";
import { age, date, machineTime, utc } from "./format";

/** `8 mo`: how long ago, with the exact UTC instant on hover. A date where an age would mislead. */
export function Since({ at }: { at: string }) {
  const now = useNow();
  const text = age(Date.parse(at), now) ?? date(at);
  return <Stamp at={at}>{text}</Stamp>;
}

/** `8 mo ago`, or the date where an age would mislead. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const text = age(Date.parse(at), now);
  return <Stamp at={at}>{text === null ? date(at) : text === "0 s" ? "just now" : `${text} ago`}</Stamp>;
}

/** `2026-09-15`, with the instant on hover. */
export function DateOf({ at }: { at: string }) {
  return <Stamp at={at}>{date(at)}</Stamp>;
}

/** `2026-09-15 20:00:00 UTC`. */
export function Instant({ at }: { at: string }) {
  return <Stamp at={at}>{utc(at)}</Stamp>;
}

function Stamp({ at, children }: { at: string; children: string }) {
  return (
    <time dateTime={machineTime(at)} title={utc(at)}>
      {children}
    </time>
  );
}
