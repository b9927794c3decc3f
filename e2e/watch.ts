import type { BrowserContext } from "@playwright/test";

/** What went wrong in the pages of a context, in the words of the browser. */
export interface Watch {
  /** A fault that the test provokes on purpose. It must happen; anything else fails the test. */
  expects(pattern: RegExp): void;
  /** Faults that nobody expected, and expected ones that did not happen. */
  verdict(): readonly string[];
}

/**
 * Listens to every page of a context: console errors, uncaught errors, violations of the content security policy, answers of 400 and
 * above, requests that failed (other than those the page itself gave up), and requests to anybody but a server on this machine.
 */
export async function watch(context: BrowserContext): Promise<Watch> {
  const found: string[] = [];
  const expected: RegExp[] = [];
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`);
    });
  });
  context.on("console", (message) => {
    if (message.type() === "error") found.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => found.push(`uncaught: ${error.error().message}`));
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") found.push(`asked elsewhere: ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    const text = request.failure()?.errorText ?? "";
    if (text !== "net::ERR_ABORTED") found.push(`request failed: ${text} ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) found.push(`answered ${response.status()}: ${response.url()}`);
  });
  return {
    expects: (pattern) => void expected.push(pattern),
    verdict: () => [
      ...found.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
      ...expected
        .filter((pattern) => !found.some((fault) => pattern.test(fault)))
        .map((pattern) => `did not happen: ${pattern}`),
    ],
  };
}
