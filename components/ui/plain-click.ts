import type { MouseEvent } from "react";

/** True for a click that follows a link here; false for one that opens a tab, a window or a menu, or that somebody else has answered. */
export function isPlainClick(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  );
}
