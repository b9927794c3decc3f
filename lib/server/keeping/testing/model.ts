import type { Millis } from "@/lib/contracts/core/look";
import { isForbidden, type Published } from "./world";

const DAY = 24 * 3_600_000;

/** Where the registry stands for one credential, as the looks made with it must have left it. */
interface View {
  readonly answered: { readonly at: Millis; readonly what: Published | "denied" } | null;
  readonly failing: boolean;
  /** The number of another repository that answers under the name. */
  readonly replacedBy: number | null;
  /** The accepted registry whose bytes this credential has read. */
  readonly copy: string | null;
}

const UNREAD: View = { answered: null, failing: false, replacedBy: null, copy: null };

/** What a replica must show. */
export interface Shown {
  readonly outcome: string;
  readonly held: boolean;
  readonly failing: boolean;
  /** The registry whose agents are shown; null: nobody's. */
  readonly roster: Published | null;
  /** The other side of the difference, where something is held; null: it is another repository's, and not read. */
  readonly found: string | null;
}

/** One record of what was accepted. */
export interface Step {
  readonly seq: number;
  readonly decision: string | null;
  readonly what: Published;
}

/** What is true at GitHub when a look is made. */
export interface Truth {
  readonly now: Published;
  readonly fault: boolean;
  readonly granted: boolean;
  readonly at: Millis;
}

/** Section 6 as data: for each credential what was last answered, and for all of them what was accepted and decided. */
export class Model {
  /** Every record that stands, the first one first. */
  history: readonly Step[] = [];
  /** Who decided, the first one first. */
  readonly decisions: string[] = [];
  private readonly views = new Map<string, View>();

  /** What everything is held to. */
  get accepted(): Published | null {
    return this.history.at(-1)?.what ?? null;
  }

  /** What a look with this credential leaves. */
  look(scope: string, { now, fault, granted, at }: Truth): void {
    const view = this.of(scope);
    if (fault) return this.put(scope, { ...view, failing: true });
    const rest = { ...view, failing: false, replacedBy: null };
    if (!granted) return this.put(scope, { ...rest, answered: { at, what: "denied" } });
    // "another numeric repository ID under the same name": nothing of the other one is read.
    const other = this.accepted !== null && this.accepted.id !== now.id;
    this.put(scope, other ? { ...rest, replacedBy: now.id } : { ...rest, answered: { at, what: now } });
  }

  /** A record was accepted by a look with this credential, or by a decision upon one. */
  copied(scope: string, sha256: string | null): void {
    if (sha256 !== null) this.put(scope, { ...this.of(scope), copy: sha256 });
  }

  /** What was kept for every credential is not believed any more; or, where bodies were altered, only what names one. */
  forget(what: "standing" | "body"): void {
    for (const [scope, { answered, copy }] of [...this.views]) {
      const names = answered !== null && answered.what !== "denied" && answered.what.sha256 !== null;
      if (what === "standing" || names || copy !== null) this.views.delete(scope);
    }
  }

  /** Whether anything was ever read with this credential. */
  knows(scope: string): boolean {
    return this.views.has(scope);
  }

  /** What must be shown to whoever reads with this credential. */
  shown(scope: string, now: Millis): Shown {
    const { accepted } = this;
    const { answered, failing, replacedBy, copy } = this.of(scope);
    const found = replacedBy === null && answered !== null && answered.what !== "denied" ? answered.what.sha256 : null;
    const nobody = (outcome: string, held = false): Shown => ({
      outcome,
      held,
      failing,
      roster: null,
      found: held ? found : null,
    });
    const what = answered === null || answered.what === "denied" ? null : answered.what;
    const names = what?.kind === "complete" || what?.kind === "partial";
    if (failing && names && now - (answered?.at ?? now) > DAY) return nobody("expired");
    if (replacedBy !== null || (what?.kind === "complete" && isForbidden(accepted, what))) {
      const readable = accepted?.sha256 != null && accepted.sha256 === copy;
      return readable ? { outcome: "complete", held: true, failing, roster: accepted, found } : nobody("held", true);
    }
    if (what === null) return nobody(answered === null ? "reading" : "no-access");
    return names ? { outcome: what.kind, held: false, failing, roster: what, found: null } : nobody(what.kind);
  }

  private of(scope: string): View {
    return this.views.get(scope) ?? UNREAD;
  }

  private put(scope: string, view: View): void {
    const { answered } = view;
    // What was found and is what everything is held to is kept beside whatever comes.
    const found = answered === null || answered.what === "denied" || view.replacedBy !== null ? null : answered.what;
    const same = found?.kind === "complete" && found.sha256 === this.accepted?.sha256;
    this.views.set(scope, same ? { ...view, copy: found.sha256 } : view);
  }
}
