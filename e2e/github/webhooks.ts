import { createHmac, randomUUID } from "node:crypto";
import type { Repository } from "./world/repository";

/** What GitHub tells, as far as a listener may want to know: the event and its payload. */
export interface Told {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface DeliveryOptions {
  readonly secret: string;
  /** The delivery's ID; by default a new one. The same one again is what "Redeliver" does. */
  readonly id?: string;
  /** Instead of the right signature; null: none. */
  readonly signature?: string | null;
  /** What goes out in place of the payload's JSON; it is signed all the same. */
  readonly body?: string;
  readonly contentType?: string;
}

/** One delivery, ready to be sent. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs what is told as GitHub does: HMAC SHA-256 over the bytes of the body. */
export function signed({ event, payload }: Told, options: DeliveryOptions): SignedDelivery {
  const { secret, id = randomUUID(), body = JSON.stringify(payload), contentType = "application/json" } = options;
  const own = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const { signature = own } = options;
  const headers: Record<string, string> = {
    accept: "*/*",
    "content-type": contentType,
    "user-agent": "GitHub-Hookshot/0123456",
    "x-github-delivery": id,
    "x-github-event": event,
    "x-github-hook-id": "1",
    "x-github-hook-installation-target-type": "repository",
    ...(signature === null ? {} : { "x-hub-signature-256": signature }),
  };
  return { headers, body };
}

/** Sends a delivery to a listener's address, as GitHub does: once, and without following anything. */
export function sendDelivery(url: string, told: Told, options: DeliveryOptions): Promise<Response> {
  const { headers, body } = signed(told, options);
  return fetch(url, { method: "POST", headers, body, redirect: "manual" });
}

function about(repository: Repository): Record<string, unknown> {
  const { id, fullName, nodeId } = repository;
  const [owner = "", name = ""] = fullName.split("/");
  const account = { login: owner, id: 4_000_000, type: "Organization" };
  return {
    repository: { id, node_id: nodeId, name, full_name: fullName, private: repository.private, owner: account },
    sender: { login: "octo-person", id: 583_231, type: "User" },
  };
}

/** What GitHub tells of a repository. */
export const tells = {
  ping: (repository: Repository): Told => ({
    event: "ping",
    payload: { zen: "Keep it logically awesome.", hook_id: 1, ...about(repository) },
  }),
  /** @param after the commit that the branch names now */
  push: (repository: Repository, after: string, ref = "refs/heads/main"): Told => ({
    event: "push",
    payload: {
      ref,
      before: "0".repeat(40),
      after,
      created: false,
      deleted: false,
      forced: false,
      ...about(repository),
    },
  }),
  comment: (
    repository: Repository,
    issue: number,
    comment: number,
    action: "created" | "edited" | "deleted" = "created",
  ): Told => ({
    event: "issue_comment",
    payload: { action, issue: { number: issue }, comment: { id: comment }, ...about(repository) },
  }),
  issue: (repository: Repository, issue: number, action = "edited"): Told => ({
    event: "issues",
    payload: { action, issue: { number: issue }, ...about(repository) },
  }),
  repository: (repository: Repository, action = "renamed"): Told => ({
    event: "repository",
    payload: { action, ...about(repository) },
  }),
  /** An App was installed, changed or taken away; it names no one repository. */
  installation: (installation: number, action = "created"): Told => ({
    event: "installation",
    payload: { action, installation: { id: installation }, repositories: [] },
  }),
} as const;
