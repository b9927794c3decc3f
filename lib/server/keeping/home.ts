import "server-only";
import type { Kept, Store, StoreFault } from "@/lib/store/types";
import { log } from "../log";

/** A store that cannot be opened is tried again so often, in milliseconds. */
const AGAIN = 2_000;

/** The store of this process: opened in the background, and tried again until it opens. */
export class StoreHome {
  private opened: Store | null = null;
  private why: StoreFault | null = null;
  private closed = false;
  private timer: NodeJS.Timeout | null = null;
  private readonly waiting: ((store: Store) => void)[] = [];
  /** Resolves when the first try has ended, whatever came of it. */
  readonly tried: Promise<void>;

  constructor(private readonly open: () => Promise<Kept<Store>>) {
    this.tried = this.attempt();
  }

  get store(): Store | null {
    return this.opened;
  }

  /** Why nothing can be kept at the moment; null: it can, or nobody has tried yet. */
  get fault(): StoreFault | null {
    return this.opened === null ? this.why : this.opened.fault;
  }

  /** Calls back as soon as the store is open, once. */
  whenOpen(opened: (store: Store) => void): void {
    if (this.opened === null) this.waiting.push(opened);
    else opened(this.opened);
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.opened?.close();
  }

  private async attempt(): Promise<void> {
    const kept = await this.open();
    if (this.closed) {
      if (kept.ok) await kept.value.close();
      return;
    }
    if (kept.ok) {
      this.opened = kept.value;
      this.why = null;
      log.info({ store: kept.value.kind }, "The store is open");
      for (const tell of this.waiting.splice(0)) tell(kept.value);
      return;
    }
    if (this.why?.code !== kept.fault.code) log.error({ code: kept.fault.code }, kept.fault.message);
    this.why = kept.fault;
    this.timer = setTimeout(() => void this.attempt(), AGAIN);
    this.timer.unref();
  }
}
