import { connect } from "node:net";
import type { GitHub } from "../server";

/** An answer as a test looks at it. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Asks a REST route as a program would, without following redirects. */
export async function get(
  github: GitHub,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  token: string | null = "secret-a",
): Promise<Got> {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const url = path.startsWith("http") ? path : github.apiUrl + path;
  const answer = await fetch(url, { redirect: "manual", headers: { ...authorization, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

export interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly (Readonly<Record<string, unknown>> & { readonly message: string })[];
}

export async function ask(
  github: GitHub,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  token = "secret-a",
): Promise<GraphqlAnswer & { readonly headers: Headers; readonly status: number }> {
  const answer = await fetch(github.graphqlUrl, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return { ...((await answer.json()) as GraphqlAnswer), headers: answer.headers, status: answer.status };
}

/** The bytes that a connection carries until its end, or until `enough` of them are there and the client hangs up. */
export function overSocket(
  github: GitHub,
  path: string,
  { enough = Infinity, userAgent = true }: { enough?: number; userAgent?: boolean } = {},
): Promise<Buffer> {
  return new Promise((resolve) => {
    const { port } = new URL(github.webUrl);
    const socket = connect(Number(port), "127.0.0.1");
    const pieces: Buffer[] = [];
    let held = 0;
    socket.on("data", (piece) => {
      pieces.push(piece);
      held += piece.length;
      if (held >= enough) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(pieces)));
    const { pathname } = new URL(github.apiUrl);
    const target = `${pathname === "/" ? "" : pathname}${path}`;
    const headers = ["Host: x", "Authorization: Bearer secret-a", "Connection: close"];
    if (userAgent) headers.push("User-Agent: test");
    socket.write([`GET ${target} HTTP/1.1`, ...headers, "", ""].join("\r\n"));
  });
}
