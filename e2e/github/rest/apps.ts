import { verify } from "node:crypto";
import { json, refusal, type Reply } from "../answer";
import { accountOf, type App, type Apps, type Installation } from "../apps";
import { ROUTES, type Entry } from "../log";
import { stamp } from "../world/clock";
import type { World } from "../world/world";

/** "The time must be no more than 10 minutes into the future." */
const LONGEST = 600;

interface Claims {
  readonly iss?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
}

/** Answers what an App asks as itself; who it is says the assertion alone. */
export function answerApp(
  entry: Entry,
  authorization: string | undefined,
  { apps, world, apiUrl, webUrl }: { apps: Apps; world: World; apiUrl: string; webUrl: string },
): Reply {
  const app = asserted(authorization, apps, Math.floor(world.clock.now().getTime() / 1000));
  if ("status" in app) return app;
  if (entry.route === ROUTES.accessToken) {
    const id = Number(/\/installations\/(\d+)\//.exec(entry.path)?.[1]);
    const installation = apps.installation(id);
    if (installation?.app !== app) return refusal(404, "Not Found");
    if (installation.suspended) return refusal(403, "This installation has been suspended");
    const { secret, expiresAt } = apps.mint(installation);
    const selection = selectionOf(installation);
    const body = { token: secret, expires_at: stamp(expiresAt), ...selection };
    return json(body, { status: 201 });
  }
  const found = world.find(entry.repository ?? "") ?? byNumber(world, entry.repository);
  if (found === null) return refusal(404, "Not Found");
  if (found.moved) {
    const location = `${apiUrl}/repositories/${found.repository.id}/installation`;
    return json({ message: "Moved Permanently", url: location }, { status: 301, headers: { location } });
  }
  const installation = apps.covering(app, found.repository.fullName);
  return installation === null ? refusal(404, "Not Found") : json(written(installation, world, apiUrl, webUrl));
}

function byNumber(world: World, written: string | null) {
  const repository = /^\d{1,15}$/.test(written ?? "") ? world.byId(Number(written)) : null;
  return repository === null ? null : { repository, moved: false };
}

/** The App that signed the assertion, as GitHub judges it: form, signature, and then its times. */
function asserted(authorization: string | undefined, apps: Apps, now: number): App | Reply {
  const jwt = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const [head = "", body = "", signature = "", ...more] = jwt.split(".");
  const header = decoded(head) as { alg?: unknown } | null;
  const claims = decoded(body) as Claims | null;
  const unreadable = refusal(401, "A JSON web token could not be decoded");
  if (header?.alg !== "RS256" || claims === null || signature === "" || more.length > 0) return unreadable;
  const app = apps.app(Number(claims.iss));
  if (app === null) return refusal(404, "Integration not found");
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify("RSA-SHA256", signed, app.key, Buffer.from(signature, "base64url"))) return unreadable;
  const { iat, exp } = claims;
  if (typeof iat !== "number" || !Number.isInteger(iat) || iat > now)
    return refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  if (typeof exp !== "number" || exp <= now)
    return refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  return exp > now + LONGEST ? refusal(401, "'Expiration time' claim ('exp') is too far in the future") : app;
}

function decoded(part: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function selectionOf({ repositories, permissions = ["contents", "issues", "metadata"] }: Installation) {
  return {
    permissions: Object.fromEntries(permissions.map((name) => [name, "read"])),
    repository_selection: repositories === undefined ? "all" : "selected",
  };
}

function written(installation: Installation, world: World, apiUrl: string, webUrl: string): Record<string, unknown> {
  const { id, app, owner, suspended } = installation;
  const at = stamp(world.clock.now());
  return {
    id,
    account: { login: owner, id: accountOf(owner), type: "Organization" },
    access_tokens_url: `${apiUrl}/app/installations/${id}/access_tokens`,
    repositories_url: `${apiUrl}/installation/repositories`,
    html_url: `${webUrl}/organizations/${owner}/settings/installations/${id}`,
    app_id: app.id,
    app_slug: `app-${app.id}`,
    target_id: accountOf(owner),
    target_type: "Organization",
    ...selectionOf(installation),
    events: ["push", "issue_comment", "issues", "repository"],
    created_at: at,
    updated_at: at,
    single_file_name: null,
    suspended_by: null,
    suspended_at: suspended ? at : null,
  };
}
