import type { Millis } from "@/lib/contracts/core/look";

/** Resolves after so long, or at once when the signal is given. Never rejects. */
export function pause(millis: Millis, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener("abort", done, { once: true });
  });
}
