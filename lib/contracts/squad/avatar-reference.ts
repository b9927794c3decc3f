import { diagnose, type Diagnostic } from "../core/diagnostic";
import type { JsonValue } from "../core/json-types";
import { joinPointer } from "../core/pointer";
import { isCanonicalId, isWellFormed, quote } from "../core/text";
import { AVATAR_NOT_REQUESTED } from "./avatar-rules";
import {
  AVATAR_ELSEWHERE,
  AVATAR_KIND_UNSUPPORTED,
  AVATAR_NOT_OBJECT,
  AVATAR_PATH_REQUIRED,
  AVATAR_STEPS,
} from "./registry-rules";

/** What a record's `avatar` says: a sound path as written, or every rule it fails. */
export type AvatarMember = { readonly path: string } | { readonly errors: readonly Diagnostic[] };

/** The path of an `avatar` that breaks no rule, where that shows at a glance; null leaves it to judgeAvatarMember. */
export function soundAvatarPath(id: string, avatar: JsonValue): string | null {
  if (typeof avatar !== "object" || avatar === null || Array.isArray(avatar)) return null;
  const { kind, path } = avatar as { readonly [name: string]: JsonValue };
  const sound =
    kind === "repository-path" && typeof path === "string" && standsInOwnFolder(id, path) && !mayTakeSteps(path);
  return sound ? path : null;
}

/**
 * Judges the member `avatar` of a record, where it exists: "an object with `kind` exactly `repository-path` and a string
 * `path` that begins with `.squad/agents/{id}/`, goes on after it, and has no backslash and no segment `.` or `..`.
 * Anything else, `null` included, excludes the record."
 */
export function judgeAvatarMember(id: string, avatar: JsonValue, pointer: string): AvatarMember {
  if (typeof avatar !== "object" || avatar === null || Array.isArray(avatar)) {
    return { errors: [diagnose(AVATAR_NOT_OBJECT, pointer, "`avatar` is not an object.", { value: avatar })] };
  }
  const { kind, path } = avatar as { readonly [name: string]: JsonValue };
  const errors: Diagnostic[] = [];
  if (kind !== "repository-path") {
    errors.push(
      diagnose(
        AVATAR_KIND_UNSUPPORTED,
        joinPointer(pointer, "kind"),
        "The avatar is not of the kind repository-path.",
        { value: kind },
      ),
    );
  }
  const at = joinPointer(pointer, "path");
  if (typeof path !== "string") {
    return {
      errors: [
        ...errors,
        diagnose(AVATAR_PATH_REQUIRED, at, "The avatar's path is missing or not a text.", { value: path }),
      ],
    };
  }
  if (!standsInOwnFolder(id, path)) {
    errors.push(
      diagnose(AVATAR_ELSEWHERE, at, `${quote(path)} is not inside the agent's own folder.`, { value: path }),
    );
  }
  if (takesSteps(path)) {
    errors.push(diagnose(AVATAR_STEPS, at, `${quote(path)} has a backslash, or a step “.” or “..”.`, { value: path }));
  }
  return errors.length > 0 ? { errors } : { path };
}

/** Whether an avatar may be asked for: its path in the repository, and each segment percent-encoded for a URL. */
export type AvatarReference =
  | { readonly fetch: true; readonly path: string; readonly segments: readonly string[] }
  | { readonly fetch: false; readonly diagnostic: Diagnostic };

/**
 * Decides whether a request may be made for an avatar: "only when every segment below the own directory is non-empty,
 * does not end in `.` and has no control character, `%`, `?` or `#`; each segment is percent-encoded; otherwise no
 * avatar and no request". Checks the record's rules too, so that it is safe whatever it is given, and refuses half
 * characters, which no URL can carry.
 */
export function judgeAvatarReference(id: string, path: string): AvatarReference {
  const why =
    isCanonicalId(id) && standsInOwnFolder(id, path) && !takesSteps(path)
      ? unrequestable(path.slice(ownFolder(id).length))
      : OUTSIDE;
  if (why !== null) {
    const pointer = joinPointer("", "agents", id, "avatar", "path");
    return {
      fetch: false,
      diagnostic: diagnose(AVATAR_NOT_REQUESTED, pointer, `No picture was requested: ${why}.`, { value: path }),
    };
  }
  return { fetch: true, path, segments: path.split("/").map(encodeURIComponent) };
}

const OUTSIDE = "the path does not stand inside the agent's own folder";

function unrequestable(below: string): string | null {
  if (!isWellFormed(below)) return "the path holds half of a character";
  if (/[\p{Cc}%?#]/u.test(below)) return "the path holds a control character, %, ? or #";
  for (const segment of below.split("/")) {
    if (segment === "") return "a step of the path is empty";
    if (segment.endsWith(".")) return "a step of the path ends in a dot";
  }
  return null;
}

function ownFolder(id: string): string {
  return `${FOLDERS}${id}/`;
}

function standsInOwnFolder(id: string, path: string): boolean {
  const end = FOLDERS.length + id.length;
  return path.length > end + 1 && path.startsWith(FOLDERS) && path.startsWith(id, FOLDERS.length) && path[end] === "/";
}

const FOLDERS = ".squad/agents/";
const STEP = /\\|(?:^|\/)\.\.?(?:\/|$)/;

function takesSteps(path: string): boolean {
  return STEP.test(path);
}

/** False only for a path that takes no step. A path in an own folder begins with no step, so each one follows a slash. */
function mayTakeSteps(path: string): boolean {
  return path.includes("/.") || path.includes("\\");
}
