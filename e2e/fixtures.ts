import AxeBuilder from "@axe-core/playwright";
import { expect as stock, test as base, type Page } from "@playwright/test";
import { startMuster, type Muster } from "./serve";
import { watch, type Watch } from "./watch";

export type Theme = "light" | "dark";
export const THEMES: readonly Theme[] = ["light", "dark"];

/** Patient with a busy machine; a test still ends as soon as what it waits for is there. */
export const expect = stock.configure({ timeout: 20_000 });

/** A test whose pages are watched: whatever the browser complains about fails it, unless the test said that it expects so. */
export const watched = base.extend<{ faults: Watch }>({
  faults: [
    async ({ context }, use) => {
      const watching = await watch(context);
      await use(watching);
      stock(watching.verdict()).toEqual([]);
    },
    { auto: true },
  ],
});

/** A watched test over the demo. One server runs for each worker; `MUSTER_URL` names one that runs already. */
export const test = watched.extend<object, { demo: Muster }>({
  demo: [
    async ({}, use) => {
      const url = process.env["MUSTER_URL"];
      const muster = url ? { url, logs: () => "", stop: async () => undefined } : await startMuster();
      await allRead(muster.url);
      await use(muster);
      await muster.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
});

/** Waits until every repository of a server has answered once, so that no page says "reading". */
export async function allRead(url: string): Promise<void> {
  const reading = async () => {
    const { data } = (await (await fetch(`${url}/api/repos`)).json()) as {
      data: { repositories: { repository: string; state: { cause: string | null } }[] };
    };
    return data.repositories.filter(({ state }) => state.cause === "reading").map(({ repository }) => repository);
  };
  await stock.poll(reading, { timeout: 60_000, intervals: [100] }).toEqual([]);
}

/** The theme that the next page of this context is served in, as the cookie of the toggle would have it. */
export async function chooseTheme(page: Page, url: string, theme: Theme): Promise<void> {
  await page.context().addCookies([{ name: "muster-theme", value: theme, url }]);
}

/** What axe finds wrong with the page as it stands, one line each. `colours`: by the rules that a theme can break alone. */
export async function axe(page: Page, colours = false): Promise<readonly string[]> {
  // Describing every element that passes takes longer than judging it, and nobody reads that.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await (
    colours ? builder.withRules(["color-contrast", "link-in-text-block"]) : builder
  ).analyze();
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 6).map(({ target }) => target.join(" "));
    return `${id}: ${help} — ${nodes.length} times: ${where.join(" | ")}`;
  });
}

/** The page is not wider than the window, so nobody has to scroll sideways; names what sticks out otherwise. */
export async function sideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    const out = [...document.body.querySelectorAll("*")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.right > wide + 0.5 && !scrolls(element.parentElement);
    });
    return [
      `${document.documentElement.scrollWidth} px in a window of ${wide} px`,
      ...out.slice(0, 8).map((element) => `${element.tagName} .${element.getAttribute("class") ?? ""}`),
    ];
  });
}
