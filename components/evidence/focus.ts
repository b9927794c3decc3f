import { useEffect, useRef, type RefObject } from "react";

/**
 * Moves the focus into a panel when it opens, and back to what opened it when it closes. Escape closes. Nothing is trapped: the view
 * beside the panel stays usable.
 * @param open what the panel shows; null: it is closed
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, open: string | null, close: () => void) {
  const opener = useRef<Element | null>(null);
  const last = useRef<string | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = open;
    if (open !== null) {
      const active = document.activeElement;
      opener.current = active === document.body || panel.current?.contains(active) ? opener.current : active;
      panel.current?.focus({ preventScroll: true });
    } else if (before !== null) {
      giveBack(opener.current, before);
      opener.current = null;
    }
  }, [panel, open]);
  useEffect(() => {
    if (open === null) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector(":popover-open") !== null) return;
      close();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [open, close]);
}

function giveBack(opener: Element | null, address: string) {
  const link = [...document.querySelectorAll("a[data-evidence]")].find(
    (a) => a.getAttribute("data-evidence") === address,
  );
  const target = opener?.isConnected === true ? opener : (link ?? document.getElementById("main"));
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
