import "server-only";
import type { StoreHome } from "./keeping/home";
import { log } from "./log";

/** Not before everything was looked at: what nobody has looked at for long is removed. */
const FIRST_AFTER = 3_600_000;
const EVERY = 6 * 3_600_000;

/** Removes from the store what is older than the retention allows, now and then. Gives a function that ends it. */
export function sweepNowAndThen(home: StoreHome, days: number): () => void {
  const sweep = async () => {
    const kept = await home.store?.sweep({ days });
    if (kept?.ok && kept.value.looks + kept.value.bodies > 0) log.info(kept.value, "Old looks were removed");
  };
  const first = setTimeout(() => void sweep(), FIRST_AFTER);
  const timer = setInterval(() => void sweep(), EVERY);
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
