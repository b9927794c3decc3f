/** What the roster's figures ask of a page. Each function given to `evaluate` runs in the page and sees nothing of this module. */

/**
 * Scrolls a page at a steady pace and takes the time between frames.
 * @returns {Promise<number[]>} milliseconds
 */
export async function framesWhileScrolling(page, { frames, step }) {
  await page.bringToFront();
  return page.evaluate(
    async ({ count, by }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      scrollTo(0, 0);
      for (let settle = 0; settle < 10; settle += 1) await frame();
      const times = [];
      let before = await frame();
      for (let index = 0; index < count; index += 1) {
        scrollBy(0, by);
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { count: frames, by: step },
  );
}

/** The most row elements that the page holds while it is scrolled slowly, fast, and by leaps. @returns {Promise<number>} */
export async function mostRows(page) {
  await page.bringToFront();
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let most = 0;
    const height = document.documentElement.scrollHeight;
    for (const step of [7, 36, 333, 2_000, height / 7, -height / 3, -100]) {
      for (let index = 0; index < 15; index += 1) {
        scrollBy(0, step);
        await frame();
        most = Math.max(most, document.querySelectorAll("tr, [role=row]").length);
      }
    }
    scrollTo(0, 0);
    await frame();
    return most;
  });
}

/**
 * Presses one key in the focused field and waits until the table says so many rows and that frame is painted.
 * @returns {Promise<number>} milliseconds from the key's own time to after the paint; at least a frame too long, never too short
 */
export async function paintedAfter(page, key, rows) {
  const painted = page.evaluate(
    (expected) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => reject(new Error(`The table never said ${expected} rows.`)), 20_000);
        let began = null;
        addEventListener("keydown", (event) => (began = event.timeStamp), { capture: true, once: true });
        const look = () => {
          const table = document.querySelector("[role=table]");
          if (began === null || table?.getAttribute("aria-rowcount") !== String(expected + 1)) {
            requestAnimationFrame(look);
            return;
          }
          // This frame paints what the table says; a message sent from it arrives after the paint.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            clearTimeout(patience);
            resolve(performance.now() - began);
          };
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      }),
    rows,
  );
  // Only when the page listens may the key come.
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  return painted;
}
