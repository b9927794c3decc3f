import { createHash, createPublicKey, randomBytes, type KeyObject } from "node:crypto";
import type { Permission, Tokens } from "./access";
import type { World } from "./world/world";

export interface AppOptions {
  readonly id: number;
  /** The public part of its key, as PEM; the private part is the client's. */
  readonly publicKey: string;
}

export interface InstallOptions {
  readonly owner: string;
  /** Which of the owner's repositories, by full name; all by default. */
  readonly repositories?: readonly string[];
  readonly permissions?: readonly Permission[];
}

export interface App {
  readonly id: number;
  readonly key: KeyObject;
}

export interface Installation extends InstallOptions {
  readonly id: number;
  readonly app: App;
  suspended: boolean;
}

/** "The installation access token will expire after 1 hour." */
const LIFE = 3_600_000;
const READS: readonly Permission[] = ["contents", "issues", "metadata"];

/** GitHub Apps, where they are installed, and the tokens that they were given. */
export class Apps {
  readonly #apps = new Map<number, App>();
  readonly #installations = new Map<number, Installation>();
  readonly #minted = new Map<number, string[]>();
  #lastId = 51_000_000;

  constructor(
    private readonly world: World,
    private readonly tokens: Tokens,
  ) {}

  add({ id, publicKey }: AppOptions): void {
    this.#apps.set(id, { id, key: createPublicKey(publicKey) });
  }

  /** Installs an App and gives the installation's number. */
  install(appId: number, options: InstallOptions): number {
    const app = this.app(appId);
    if (app === null) throw new Error(`There is no App ${appId}`);
    const id = (this.#lastId += 1);
    this.#installations.set(id, { ...options, id, app, suspended: false });
    return id;
  }

  /** Takes an installation away; its tokens end with it. */
  uninstall(id: number): void {
    this.revoke(id);
    this.#installations.delete(id);
  }

  suspend(id: number, suspended = true): void {
    const installation = this.#installations.get(id);
    if (installation !== undefined) installation.suspended = suspended;
  }

  /** Ends every token of an installation before its time. */
  revoke(id: number): void {
    for (const secret of this.#minted.get(id) ?? []) this.tokens.remove(secret);
    this.#minted.delete(id);
  }

  /** How many tokens an installation was given that were not revoked. */
  minted(id: number): number {
    return this.#minted.get(id)?.length ?? 0;
  }

  app(id: number): App | null {
    return this.#apps.get(id) ?? null;
  }

  installation(id: number): Installation | null {
    return this.#installations.get(id) ?? null;
  }

  /** The installation of an App that covers a repository. */
  covering(app: App, fullName: string): Installation | null {
    const covers = ({ app: own, owner, repositories }: Installation) =>
      own === app &&
      (repositories?.some((name) => isSame(name, fullName)) ?? isSame(owner, fullName.split("/")[0] ?? ""));
    return [...this.#installations.values()].find(covers) ?? null;
  }

  /** A token for all that the installation covers now. */
  mint(installation: Installation): { readonly secret: string; readonly expiresAt: Date } {
    const { id, owner, repositories, permissions = READS } = installation;
    const names = repositories ?? this.world.names().filter((name) => isSame(name.split("/")[0] ?? "", owner));
    const secret = `ghs_${randomBytes(18).toString("hex")}`;
    const expiresAt = new Date(this.world.clock.now().getTime() + LIFE);
    this.tokens.add(secret, {
      repositories: Object.fromEntries(names.map((name) => [name, permissions])),
      login: `app-${installation.app.id}[bot]`,
      purse: `installation ${id}`,
      expiresAt,
      refused: () => (installation.suspended ? "This installation has been suspended" : null),
    });
    this.#minted.set(id, [...(this.#minted.get(id) ?? []), secret]);
    return { secret, expiresAt };
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A number that an assertion's text always gives, for answers that need an account. */
export function accountOf(owner: string): number {
  return 4_000_000 + (createHash("sha256").update(owner.toLowerCase()).digest().readUInt16BE(0) % 100_000);
}
