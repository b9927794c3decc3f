import { JSON_TYPE, type Answer } from "../answer";
import type { Fault } from "./fault";

export interface Given {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes as they are; anything else as JSON. */
  readonly body?: unknown;
}

/** Exactly this answer, with nothing of GitHub's own around it. */
export function answer(given: Given, name = "given answer"): Fault {
  const { body = "" } = given;
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const type: Record<string, string> = raw ? {} : { "content-type": JSON_TYPE };
  const bytes = Buffer.from(raw ? body : JSON.stringify(body));
  return {
    name,
    deliver: () => ({ answer: { status: given.status, headers: { ...type, ...given.headers }, body: bytes } }),
  };
}

/** The genuine answer, changed in any way. */
export function changed(change: (answer: Answer) => Answer, name = "changed answer"): Fault {
  return { name, deliver: async ({ genuine }) => ({ answer: change(await genuine()) }) };
}

/** A status with a message in GitHub's form and its usual headers: 401, 404, 410, 451 and the like, out of nowhere. */
export function status(code: number, message = MESSAGES[code] ?? "Something went wrong"): Fault {
  const body = { message, documentation_url: "https://docs.github.com/rest", status: String(code) };
  return {
    name: `status ${code}`,
    deliver: ({ common }) => ({
      answer: {
        status: code,
        headers: { ...common(), "content-type": JSON_TYPE },
        body: Buffer.from(JSON.stringify(body)),
      },
    }),
  };
}

const MESSAGES: Readonly<Record<number, string>> = {
  401: "Bad credentials",
  404: "Not Found",
  410: "This issue was deleted",
  451: "Repository access blocked",
};

/** The server itself fails: with JSON, with the page that GitHub shows to people, or with nothing. */
export function serverError(code = 502, form: "html" | "json" | "empty" = "html"): Fault {
  const name = `server error ${code}`;
  if (form === "json") return answer({ status: code, body: { message: "Server Error" } }, name);
  const headers = { "content-type": "text/html; charset=utf-8" };
  return answer({ status: code, headers, body: form === "html" ? PAGE : "" }, name);
}

const PAGE = `<!DOCTYPE html>
<html>
  <head><title>Unicorn! &middot; GitHub</title></head>
  <body><p>We had issues producing the response to your request.</p><script>alert(1)</script></body>
</html>
`;

/** A success that is a page for people, as a sign-in wall or a captive portal gives it. */
export function html(code = 200): Fault {
  return answer({ status: code, headers: { "content-type": "text/html; charset=utf-8" }, body: PAGE }, "html");
}

/** A success without a body. */
export function empty(): Fault {
  return changed((genuine) => ({ ...genuine, body: Buffer.alloc(0) }), "empty");
}

/** The genuine body under another content type. */
export function contentType(type: string): Fault {
  return changed((genuine) => ({ ...genuine, headers: { ...genuine.headers, "content-type": type } }), "content type");
}

/** Sends the client elsewhere, on this host or another. */
export function redirect(location: string, code: 301 | 302 | 303 | 307 | 308 = 302): Fault {
  return answer(
    { status: code, headers: { location, "content-type": JSON_TYPE }, body: { message: "Moved", url: location } },
    `redirect ${code}`,
  );
}

/** "Nothing changed", whether or not that was asked and whatever changed. It costs nothing, as every 304. */
export function notModified(): Fault {
  return {
    name: "not modified",
    deliver: ({ common, entry }) => ({
      answer: {
        status: 304,
        headers: { ...common(), ...(entry.ifNoneMatch === null ? {} : { etag: entry.ifNoneMatch }) },
        body: Buffer.alloc(0),
      },
    }),
  };
}

/**
 * Answers as they were: each path's first genuine answer again and again, as from a replica that gets no news. Conditions are met by the
 * ETag of that old answer.
 */
export function frozen(): Fault {
  const kept = new Map<string, Answer>();
  return {
    name: "frozen",
    async deliver({ entry, genuine, common }) {
      const key = JSON.stringify([entry.method, entry.path, entry.query, entry.accept, entry.token, entry.body]);
      const known = kept.get(key);
      if (known === undefined) {
        const answer = await genuine();
        if (answer.status === 200) kept.set(key, answer);
        return { answer };
      }
      const { etag } = known.headers;
      if (etag === undefined || etag !== entry.ifNoneMatch) return { answer: known };
      return { answer: { status: 304, headers: { ...common(), etag }, body: Buffer.alloc(0) } };
    },
  };
}
