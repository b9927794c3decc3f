import { describe, expect, it } from "vitest";
import { Lanes } from "./lanes";

/** A piece of work that ends when it is told to. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("lanes", () => {
  it("run at most as many at once as they are wide, in the order of asking", async () => {
    const lanes = new Lanes(2);
    const works = [held(), held(), held(), held()];
    const began: number[] = [];
    const runs = works.map((work, index) =>
      lanes.run(() => {
        began.push(index);
        return work.done;
      }),
    );
    await settle();
    expect(began).toEqual([0, 1]);
    works[1]?.end();
    await settle();
    expect(began).toEqual([0, 1, 2]);
    for (const work of works) work.end();
    await Promise.all(runs);
    expect(began).toEqual([0, 1, 2, 3]);
  });

  it("are free again after work that rejects", async () => {
    const lanes = new Lanes(1);
    await expect(lanes.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(lanes.run(() => Promise.resolve("yes"))).resolves.toBe("yes");
  });
});
