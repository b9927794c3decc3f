import type { Client } from "pg";
import { CHANNEL } from "./postgres-channel";

/** Milliseconds. A network that swallows everything is noticed by a question that nobody answers. */
const BEAT = 10_000;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;

/**
 * A connection that only listens. When it breaks it is opened again by itself, after 0.1 s, then twice as long, to 5 s. What was told in
 * between is lost; `versions` finds it.
 */
export class Listener {
  #hear: ((message: string) => void) | null = null;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #wait = FIRST_WAIT;

  /** @param own what this process' own messages begin with: they are passed over, since it heard them when they were written */
  constructor(
    private readonly make: () => Client,
    private readonly own: string,
  ) {}

  start(hear: (message: string) => void): () => void {
    this.#hear = hear;
    void this.#connect();
    return () => void this.close();
  }

  async close(): Promise<void> {
    this.#hear = null;
    await this.#drop();
  }

  async #connect(): Promise<void> {
    const client = this.make();
    this.#client = client;
    client.on("error", () => this.#again(client));
    client.on("end", () => this.#again(client));
    client.on("notification", ({ channel, payload }) => {
      if (channel !== CHANNEL || payload === undefined || payload.startsWith(this.own)) return;
      this.#hear?.(payload.slice(payload.indexOf(":") + 1));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#wait = FIRST_WAIT;
      this.#beat(client);
    } catch {
      this.#again(client);
    }
  }

  #beat(client: Client): void {
    if (this.#client !== client) return;
    this.#timer = setTimeout(() => {
      client.query("select 1").then(
        () => this.#beat(client),
        () => this.#again(client),
      );
    }, BEAT).unref();
  }

  /** Each connection is given up once, whatever number of events says so. */
  #again(client: Client): void {
    if (this.#client !== client) return;
    void this.#drop();
    if (this.#hear === null) return;
    this.#timer = setTimeout(() => void this.#connect(), this.#wait).unref();
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  async #drop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}
