const KEY = "muster.bench.time";

/** Put at the head of a bundle: its clock, its timers and its requests are those of the VirtualTime that was installed. */
export const INTRO = `const { Date, setTimeout, clearTimeout, fetch, AbortSignal } = globalThis[Symbol.for("${KEY}")];`;

/**
 * A clock that goes on when nothing is left to do at its present instant: hours take as long as their work does, and whatever the machine,
 * the same happens at the same time. Answers come over a real connection and are then held back for as long as a distant server's take.
 */
export class VirtualTime {
  /** When each request began, by this clock. */
  began = [];
  mostAtOnce = 0;
  #timers = new Heap();
  #sequence = 0;
  #open = 0;
  #atOnce = 0;
  #wake = () => undefined;

  /** @param {number} start @param {{ latency: number, told?: (now: number) => Promise<unknown> }} options `told`: hears of each new second */
  constructor(start, { latency, told = async () => undefined }) {
    this.now = start;
    this.latency = latency;
    this.told = told;
    this.toldAt = -Infinity;
  }

  /** From now on a bundle with INTRO, once imported, lives by this clock. */
  install() {
    const clock = () => Math.floor(this.now);
    globalThis[Symbol.for(KEY)] = {
      Date: class extends Date {
        constructor(...parts) {
          super(...(parts.length === 0 ? [clock()] : parts));
        }
        static now() {
          return clock();
        }
      },
      setTimeout: (run, millis, ...parts) => this.setTimeout(() => run(...parts), millis),
      clearTimeout: (timer) => timer?.clear(),
      fetch: (url, init) => this.#fetch(url, init),
      AbortSignal: { timeout: (millis) => this.#timeout(millis) },
    };
  }

  setTimeout(run, millis) {
    const timer = new Timer(this, run, Math.max(1, Number(millis) || 0));
    this.enqueue(timer);
    return timer;
  }

  enqueue(timer) {
    this.#timers.push({ at: this.now + timer.millis, order: this.#sequence++, timer, turn: timer.turn });
  }

  /** Lets everything happen up to an instant. */
  async runTo(end) {
    for (;;) {
      await this.#quiet();
      const next = this.#next();
      const at = next === undefined || next.at > end ? end : next.at;
      this.now = Math.max(this.now, at);
      if (this.now - this.toldAt >= 1_000) {
        this.toldAt = this.now;
        await this.told(this.now);
      }
      if (next === undefined || next.at > end) return;
      this.#timers.shift();
      next.timer.fire();
    }
  }

  /** Lets time pass until some work is done, and gives its result. */
  async through(work) {
    let done = false;
    const ended = work.finally(() => (done = true));
    ended.catch(() => undefined);
    while (!done) await this.runTo(this.now + 100);
    return ended;
  }

  /** The most requests that began within any span of so many milliseconds, from one instant to another. */
  mostWithin(span, from = -Infinity, to = Infinity) {
    const times = this.began.filter((at) => at >= from && at <= to);
    let first = 0;
    let most = 0;
    times.forEach((at, index) => {
      while (times[first] <= at - span) first += 1;
      most = Math.max(most, index - first + 1);
    });
    return most;
  }

  /** The next timer that nobody has taken back. */
  #next() {
    for (;;) {
      const next = this.#timers.first();
      if (next === undefined || next.turn === next.timer.turn) return next;
      this.#timers.shift();
    }
  }

  /** Time stands still while this work, which takes its time from the machine, is under way. Gives what it gives. */
  async standsStillFor(work) {
    this.#open += 1;
    try {
      return await work;
    } finally {
      this.#answered();
    }
  }

  /** Until nothing waits for a real answer, and nothing is left that would go on by itself: what follows upon an answer sets its timers first. */
  async #quiet() {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#open === 0) return;
      await new Promise((resolve) => (this.#wake = resolve));
    }
  }

  #answered() {
    this.#open -= 1;
    if (this.#open === 0) this.#wake();
  }

  async #fetch(url, { signal, ...init }) {
    this.began.push(this.now);
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    try {
      return await this.#exchange(url, init, signal);
    } finally {
      this.#atOnce -= 1;
    }
  }

  async #exchange(url, init, signal) {
    this.#open += 1;
    let held;
    let answer;
    try {
      const response = await fetch(url, init);
      const bytes = await response.arrayBuffer();
      const { status, headers } = response;
      answer = new Response(status === 304 ? null : bytes, { status, headers });
    } finally {
      // In the same turn, so that the clock never stands between the two.
      held = new Promise((resolve) => this.setTimeout(resolve, this.latency));
      this.#answered();
    }
    await held;
    if (signal?.aborted) throw signal.reason;
    return answer;
  }

  #timeout(millis) {
    const stop = new AbortController();
    this.setTimeout(() => stop.abort(), millis);
    return stop.signal;
  }
}

/** What setTimeout gives, as far as it is used. */
class Timer {
  turn = 0;

  constructor(time, run, millis) {
    this.time = time;
    this.run = run;
    this.millis = millis;
  }

  fire() {
    const { run } = this;
    this.turn += 1;
    run?.();
  }

  clear() {
    this.turn += 1;
    this.run = null;
  }

  refresh() {
    this.turn += 1;
    this.time.enqueue(this);
    return this;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }
}

/** The earliest first; of those at one instant, the one that was set first. */
class Heap {
  #items = [];

  first() {
    return this.#items[0];
  }

  push(item) {
    const items = this.#items;
    let at = items.push(item) - 1;
    for (let above = (at - 1) >> 1; at > 0 && earlier(item, items[above]); above = (at - 1) >> 1) {
      items[at] = items[above];
      at = above;
    }
    items[at] = item;
  }

  shift() {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && earlier(items[below + 1], items[below])) below += 1;
      if (!earlier(items[below], last)) break;
      items[at] = items[below];
      at = below;
    }
    items[at] = last;
    return first;
  }
}

function earlier(a, b) {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
