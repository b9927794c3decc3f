import { faults, type Fault, type GitHub } from "../../../../e2e/github";
import type { Truth } from "./model";
import { World, type Change, type Published } from "./world";

export const TOKENS = ["token-one", "token-two"] as const;
export type Token = (typeof TOKENS)[number];

export const FAULTS: readonly (() => Fault)[] = [
  () => faults.serverError(503),
  () => faults.cut(),
  () => faults.secondaryLimit({ retryAfter: 120 }),
  () => faults.secondaryLimit(),
  () => faults.primaryLimit({ resetIn: 900 }),
];
/** What a hand on the database may do. */
export const TAMPERINGS = {
  standing: `update standing set data = replace(data, '"pin":', '"pin": ')`,
  body: "update body set deflated = '\\x00'",
  accepted: "update accepted set at = at + 1 where seq = (select max(seq) from accepted)",
} as const;
export type Tampering = keyof typeof TAMPERINGS;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** GitHub and time, with what is true of them: who may read, what is broken, what was there to be seen. */
export class Outside {
  /** Everything that was at GitHub since the last time that all was compared. */
  seen: Published[];
  /** The clock of all processes; GitHub's goes with it. */
  readonly clock = () => Date.now() + this.offset;
  private offset = 0;
  private fault = false;
  private readonly granted = new Set<Token>();

  private constructor(
    readonly github: GitHub,
    readonly world: World,
  ) {
    this.seen = [world.now];
    this.grant("token-one", true);
    this.grant("token-two", false);
    this.tick(0);
  }

  static async open(github: GitHub, name: string): Promise<Outside> {
    github.heal();
    return new Outside(github, await World.start(github, name));
  }

  /** What a look with this token finds now. */
  truth(token: Token): Truth {
    return { now: this.world.now, fault: this.fault, granted: this.granted.has(token), at: this.clock() };
  }

  async push(changes: readonly Change[], which: number): Promise<void> {
    for (const change of changes) {
      await this.world.push(change, which);
      this.seen.push(this.world.now);
    }
  }

  grant(token: Token, may: boolean): void {
    const all = ["contents", "issues", "metadata"] as const;
    this.github.addToken(token, { repositories: may ? { [this.world.name]: all } : {} });
    if (may) this.granted.add(token);
    else this.granted.delete(token);
  }

  break(which: number): void {
    this.github.heal();
    this.github.inject({ match: () => true, fault: (FAULTS[which % FAULTS.length] ?? faults.cut)(), times: Infinity });
    this.fault = true;
  }

  heal(): void {
    this.github.heal();
    this.fault = false;
    // Past every time that a limit named, and what clocks may differ by.
    this.tick(25 * MINUTE);
  }

  tick(millis: number): void {
    this.offset += millis;
    this.github.setNow(null);
    this.github.skew(this.offset);
  }

  hours(hours: number): void {
    this.tick(hours * HOUR);
  }

  close(): void {
    this.world.remove();
    this.github.heal();
    this.github.reset();
  }
}
