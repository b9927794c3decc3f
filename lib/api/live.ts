import { dueAt, modeAt, next, UNSEEN, type LiveEvent, type LiveState, type Mode } from "./live-state";
import { apiUrl } from "./urls";

/** The clock is looked at again after so long at the latest, in milliseconds: timers stand still while a machine sleeps. */
const AT_LEAST_EVERY = 5_000;

/** That a repository has another snapshot, or is in another state. */
export interface Change {
  readonly repository: string;
  readonly snapshot: string;
  readonly state: string;
}

/** What the page does about what it hears. */
export interface Ears {
  changed(change: Change): void;
  /** Something may have been missed: everything on screen is to be asked anew. */
  anew(): void;
}

/**
 * The page's one stream of changes (`GET /api/events`), open while the page is visible, and what can truly be said of it. It opens each
 * broken stream again by itself, since a browser does so in a fixed rhythm, or not at all.
 */
export class Live {
  private state: LiveState = UNSEEN;
  private shown: Mode = "off";
  private source: EventSource | null = null;
  private last: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly ears: Ears) {}

  /** Begins, and gives a function that ends it. */
  start(): () => void {
    const seen = () =>
      this.happened(document.visibilityState === "visible" ? { type: "shown", at: Date.now() } : { type: "hidden" });
    const online = () => this.happened({ type: "online", at: Date.now() });
    const offline = () => this.asked(false);
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    seen();
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      this.happened({ type: "hidden" });
    };
  }

  /** A question that the page asked by itself was answered, or was not. */
  asked(answered: boolean): void {
    this.happened({ type: "asked", at: Date.now(), answered });
  }

  readonly mode = (): Mode => this.shown;

  readonly subscribe = (listen: () => void): (() => void) => {
    this.listeners.add(listen);
    return () => this.listeners.delete(listen);
  };

  private happened(event: LiveEvent): void {
    this.state = next(this.state, event);
    if (this.state.stream === "closed") this.close();
    else if (this.source === null) this.open();
    const now = Date.now();
    clearTimeout(this.timer);
    const due = dueAt(this.state);
    if (due !== Infinity)
      this.timer = setTimeout(
        () => this.happened({ type: "tick", at: Date.now(), chance: Math.random() }),
        Math.min(Math.max(due - now, 0), AT_LEAST_EVERY),
      );
    const mode = modeAt(this.state, now);
    if (mode === this.shown) return;
    this.shown = mode;
    for (const listen of [...this.listeners]) listen();
  }

  private open(): void {
    const source = new EventSource(apiUrl.events(this.last));
    this.source = source;
    const on = (name: string, hear: (data: string) => void) =>
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (this.source !== source) return;
        if (event.lastEventId !== "") this.last = event.lastEventId;
        hear(event.data);
        this.happened({ type: "heard", at: Date.now() });
      });
    // What happened between the page and its stream was told to nobody.
    on("hello", () => this.ears.anew());
    on("reset", () => this.ears.anew());
    on("heartbeat", () => undefined);
    on("changed", (data) => {
      const change = readChange(data);
      if (change === null) this.ears.anew();
      else this.ears.changed(change);
    });
    source.onerror = () => {
      if (this.source === source) this.happened({ type: "broke", at: Date.now(), chance: Math.random() });
    };
  }

  private close(): void {
    this.source?.close();
    this.source = null;
  }
}

/** The change that an event's data names; null where it names none. */
export function readChange(data: string): Change | null {
  try {
    const said = JSON.parse(data) as Partial<Record<keyof Change, unknown>> | null;
    const { repository, snapshot, state } = said ?? {};
    return typeof repository === "string" && typeof snapshot === "string" && typeof state === "string"
      ? { repository, snapshot, state }
      : null;
  } catch {
    return null;
  }
}
