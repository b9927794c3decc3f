"use client";

import { Failure } from "@/components/frame/failure";
import "./globals.css";

/** Stands in for the whole document when the root layout itself failed, so it brings its own. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Error · Muster</title>
        <Failure digest={props.error.digest} retry={props.reset} />
      </body>
    </html>
  );
}
