import { describe, expect, it } from "vitest";
import { Wish } from "./wish";

describe("a wish for a look", () => {
  it("stands until a look that began after it, and no longer than a minute", () => {
    const wish = new Wish();
    expect(wish.isOpen(1_000)).toBe(false);
    wish.note(1_000);
    expect(wish.isOpen(1_000)).toBe(true);
    wish.looked(999);
    expect(wish.isOpen(2_000)).toBe(true);
    expect(wish.isOpen(61_000)).toBe(false);
    wish.looked(1_000);
    expect(wish.isOpen(2_000)).toBe(false);
  });
});
