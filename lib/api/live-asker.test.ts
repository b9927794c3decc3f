import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Asker } from "./live-asker";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An asker whose answers take so long, and when it asked. */
function asking(takes: number) {
  const began: number[] = [];
  const start = Date.now();
  const asker = new Asker(async () => {
    began.push(Date.now() - start);
    await new Promise((resolve) => setTimeout(resolve, takes));
  }, 500);
  return { asker, began };
}

test("asks at once, and then at most once in the time given however often it is woken", async () => {
  const { asker, began } = asking(10);
  for (let i = 0; i < 20; i += 1) {
    asker.wake();
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(began).toEqual([0, 500, 1_000]);
});

test("woken while an answer is under way asks again after it, and never two at a time", async () => {
  const { asker, began } = asking(2_000);
  asker.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  asker.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(began).toEqual([0, 2_000]);
});

test("rests when nothing wakes it, and asks at once when something does", async () => {
  const { asker, began } = asking(10);
  asker.wake();
  await vi.advanceTimersByTimeAsync(5_000);
  asker.wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(began).toEqual([0, 5_000]);
});
