"use client";

import { useEffect, useRef, useState } from "react";
import { apiUrl } from "@/lib/api/urls";
import { useSeen } from "./hurry";

/** A picture that is known to be there but did not come is asked for again so many times, after so long (milliseconds). */
const RETRIES = 2;
const RETRY_AFTER = 4_000;

/**
 * The picture of an agent, where there is one; otherwise nothing, and the slot around it keeps the alignment.
 * A picture that was not judged yet ("unread") is asked for when it comes into view, and goes away if there is none.
 */
export function Avatar(props: { repository: string; id: string; picture: string | null; size?: number }) {
  const { picture, size = 24 } = props;
  const seen = useSeen();
  const image = useRef<HTMLImageElement>(null);
  const [{ failures, shown }, setState] = useState({ failures: 0, shown: true });
  const fail = () => setState((state) => ({ failures: state.failures + 1, shown: false }));
  useEffect(() => {
    // It may have failed before this page listened.
    const element = image.current;
    if (element?.complete && element.currentSrc !== "" && element.naturalWidth === 0) fail();
  }, [seen]);
  useEffect(() => {
    if (shown || picture === "unread" || failures > RETRIES) return;
    const timer = setTimeout(() => setState((state) => ({ ...state, shown: true })), RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [shown, failures, picture]);
  if (picture === null || !shown || !seen) return null;
  return (
    // A picture of at most 512 KiB from our own origin: nothing that an image optimiser would mend.
    <img
      ref={image}
      className="av"
      src={apiUrl.avatar(props.repository, props.id, picture)}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      onError={fail}
    />
  );
}
