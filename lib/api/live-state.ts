type Millis = number;

/** A stream that says nothing for so long is not live: its heart beats every 15 s. */
export const SILENT_AFTER: Millis = 40_000;
/** A stream that has not begun after so long will not, as behind a proxy that holds it back. */
export const OPENS_WITHIN: Millis = 15_000;
/** The pause before a stream is tried again: it begins with this, doubles, and ends at that; by chance a quarter less or more. */
export const FIRST_PAUSE: Millis = 2_000;
export const LAST_PAUSE: Millis = 60_000;
/** After so many tries in vain a page that was live says that it asks by itself. */
const GIVES_UP_AFTER = 3;

/** Where the page's one stream of changes is. */
export interface LiveState {
  /** The page is visible. A hidden one lets go: a browser has six connections to a server, for all its pages. */
  readonly wanted: boolean;
  readonly stream: "closed" | "opening" | "open";
  /** When it began to open, or was last heard of. */
  readonly since: Millis;
  /** When a closed one is tried again. */
  readonly retryAt: Millis;
  /** Tries in vain since it was last heard of. */
  readonly failures: number;
  /** It was open once on this page. */
  readonly wasOpen: boolean;
  /** Whether the last question that the page asked by itself was answered; null: none was asked. */
  readonly answered: boolean | null;
}

export type LiveEvent =
  | { readonly type: "shown" | "heard" | "online"; readonly at: Millis }
  /** `chance` from 0 to below 1 spreads the tries of many pages. */
  | { readonly type: "broke" | "tick"; readonly at: Millis; readonly chance: number }
  | { readonly type: "asked"; readonly at: Millis; readonly answered: boolean }
  | { readonly type: "hidden" };

/** What the page says of itself. `off`: nothing yet. */
export type Mode = "off" | "connecting" | "live" | "reconnecting" | "polling";

export const UNSEEN: LiveState = {
  ...{ wanted: false, stream: "closed", since: 0, retryAt: 0 },
  ...{ failures: 0, wasOpen: false, answered: null },
};

/** What follows when something happens. Pure: the clock and the chance come with the event. */
export function next(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case "shown":
      return state.wanted ? state : { ...state, wanted: true, stream: "opening", since: event.at };
    case "hidden":
      return { ...state, wanted: false, stream: "closed" };
    case "heard":
      return state.stream === "closed"
        ? state
        : { ...state, stream: "open", since: event.at, failures: 0, wasOpen: true };
    case "broke":
      return state.stream === "closed" ? state : failed(state, event.at, event.chance);
    case "online":
      return { ...state, retryAt: Math.min(state.retryAt, event.at) };
    case "asked": {
      // It answers again after it did not: so the stream may come back too.
      const back = event.answered && state.answered === false;
      return {
        ...state,
        answered: event.answered,
        retryAt: back ? Math.min(state.retryAt, event.at) : state.retryAt,
      };
    }
    case "tick":
      return ticked(backInTime(state, event.at), event.at, event.chance);
  }
}

/** When the state must be looked at again; Infinity: not before something happens. */
export function dueAt({ wanted, stream, since, retryAt }: LiveState): Millis {
  if (!wanted) return Infinity;
  return stream === "closed" ? retryAt : since + (stream === "open" ? SILENT_AFTER : OPENS_WITHIN);
}

/** What is true of the page at this moment. */
export function modeAt(state: LiveState, at: Millis): Mode {
  const { wanted, stream, since, failures, wasOpen, answered } = state;
  if (stream === "open" && at - since < SILENT_AFTER) return "live";
  if (!wasOpen && failures === 0) return wanted ? "connecting" : "off";
  // Who asks and is not answered does not learn anything by asking.
  if (answered === false) return "reconnecting";
  return wasOpen && failures < GIVES_UP_AFTER ? "reconnecting" : "polling";
}

function ticked(state: LiveState, at: Millis, chance: number): LiveState {
  if (at < dueAt(state)) return state;
  if (state.stream === "closed") return { ...state, stream: "opening", since: at };
  // It may be this machine that slept: the first try comes at once.
  return state.stream === "open" ? { ...state, stream: "closed", retryAt: at } : failed(state, at, chance);
}

function failed(state: LiveState, at: Millis, chance: number): LiveState {
  const pause = Math.min(LAST_PAUSE, FIRST_PAUSE * 2 ** state.failures) * (0.75 + chance / 2);
  return { ...state, stream: "closed", failures: state.failures + 1, retryAt: at + pause };
}

/** A clock that was set back must neither keep a dead stream alive nor put a try off. */
function backInTime(state: LiveState, at: Millis): LiveState {
  const since = Math.min(state.since, at);
  const retryAt = Math.min(state.retryAt, at + LAST_PAUSE * 1.25);
  return since === state.since && retryAt === state.retryAt ? state : { ...state, since, retryAt };
}
