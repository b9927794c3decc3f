import { mkdirSync, writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { chooseTheme, expect, test, THEMES } from "./fixtures";

/** The pictures of the documentation, taken by hand with `MUSTER_IMAGES=1`: what they show is held by the other specs. */

const KEEP = process.env["MUSTER_IMAGES"] === "1";
const FOLDER = "docs/images";
/** A picture of the documentation is no larger than this, in bytes. */
const MOST = 250_000;

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LIGHTHOUSE = "/repos/harbor/lighthouse";

const SHOTS: readonly { readonly name: string; readonly path: string; readonly phone?: true }[] = [
  { name: "overview", path: "/", phone: true },
  { name: "roster", path: `${LIGHTHOUSE}/roster`, phone: true },
  { name: "roster-incomplete", path: "/repos/harbor/tidewater/roster", phone: true },
  { name: "roster-legacy", path: "/repos/harbor/causeway/roster" },
  { name: "roster-refused", path: "/repos/orchard/quince/roster" },
  { name: "work", path: `${LIGHTHOUSE}/work`, phone: true },
  { name: "work-by-agent", path: `${LIGHTHOUSE}/work?by=agent` },
  { name: "tombstones", path: `${LIGHTHOUSE}/tombstones`, phone: true },
  { name: "agent", path: `${LIGHTHOUSE}/agents/runtime-engineer`, phone: true },
  { name: "evidence", path: `${LIGHTHOUSE}/evidence` },
  { name: "drawer", path: `${LIGHTHOUSE}/roster?evidence=registry:/agents/runtime-engineer`, phone: true },
];

test.skip(() => !KEEP, "the pictures are taken by hand");
test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

/** Everything a picture waits for: the view, its fonts, and every image on the screen. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  await expect
    .poll(() =>
      page
        .locator("img")
        .evaluateAll((all) =>
          all.every(
            (one) =>
              !(one instanceof HTMLImageElement) || one.getBoundingClientRect().top > innerHeight || one.complete,
          ),
        ),
    )
    .toBe(true);
}

/** How many different bytes the pixels of a PNG have: a blank page has a handful. */
function variety(png: Buffer): number {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.byteLength;) {
    const size = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  return new Set(inflateSync(Buffer.concat(parts))).size;
}

for (const { name, path, phone } of SHOTS) {
  test(`a picture of ${name}`, async ({ page, demo }) => {
    mkdirSync(FOLDER, { recursive: true });
    for (const theme of THEMES) {
      await chooseTheme(page, demo.url, theme);
      await page.setViewportSize(DESK);
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      for (const [size, suffix] of [[DESK, ""], ...(phone ? [[PHONE, "-390"] as const] : [])] as const) {
        await page.setViewportSize(size);
        await settle(page);
        const shot = await page.screenshot({ animations: "disabled", caret: "hide" });
        expect(variety(shot), `${name}-${theme}${suffix} is not blank`).toBeGreaterThan(100);
        expect(shot.byteLength).toBeLessThan(MOST);
        writeFileSync(`${FOLDER}/${name}-${theme}${suffix}.png`, shot);
      }
    }
  });
}
