import "server-only";
import type { SquadFacts, SquadState } from "@/lib/systems/squad/squad";

/** What one repository shows. What was kept is judged when somebody asks: a thousand repositories are not judged before the first is served. */
export class Shown {
  private unjudged: { readonly facts: SquadFacts; readonly make: () => SquadState } | null = null;

  /** @param changed told of each state that is another object than the one before */
  constructor(
    private current: SquadState,
    private readonly changed: (state: SquadState) => void,
  ) {}

  get state(): SquadState {
    if (this.unjudged !== null) this.show(this.unjudged.make());
    return this.current;
  }

  /** What is known, judged or not. */
  get facts(): Pick<SquadFacts, "standings" | "pictures"> {
    return this.unjudged?.facts ?? this.current;
  }

  show(state: SquadState): void {
    const before = this.current;
    this.unjudged = null;
    this.current = state;
    if (state !== before) this.changed(state);
  }

  later(facts: SquadFacts, make: () => SquadState): void {
    this.unjudged = { facts, make };
  }
}
