"use client";

import { useEffect, useRef, useState } from "react";
import { apiUrl } from "@/lib/api/urls";

/**
 * The picture of an agent, where there is one; otherwise nothing, and the slot around it keeps the alignment.
 * A picture that was not judged yet ("unread") is asked for when it comes into view, and goes away if there is none.
 */
export function Avatar(props: { repository: string; id: string; picture: string | null; size?: number }) {
  const [gone, setGone] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const { picture, size = 24 } = props;
  useEffect(() => {
    // It may have failed before this page listened.
    if (image.current?.complete && image.current.naturalWidth === 0) setGone(true);
  }, []);
  if (picture === null || gone) return null;
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
      onError={() => setGone(true)}
    />
  );
}
