import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { takeLook } from "../shared/call";
import { Gate } from "../shared/gate";
import { parseListing } from "./git-tree";
import { isLfsPointer } from "../shared/lfs";
import { blobName, formatOf } from "../shared/object-name";
import { segmentsOf } from "../shared/repo-path";
import { answerOf } from "./testing/files";

describe("a look", () => {
  it("answers when the operating system does not", async () => {
    const look = await takeLook(Date.now, { timeoutMs: 20 }, () => new Promise(() => {}));
    expect(answerOf(look)).toMatchObject({ answer: "failed", cause: "timeout" });
  });

  it("has an answer where its work throws, and says nothing of the reason", async () => {
    const look = await takeLook(Date.now, undefined, () => Promise.reject(new Error("secret /path")));
    expect(answerOf(look)).toMatchObject({ answer: "failed", cause: "io" });
    expect(JSON.stringify(look)).not.toContain("secret");
  });

  it("ends its work once it was stopped", async () => {
    const off = new AbortController();
    const after = vi.fn();
    let proceed = (): void => {};
    const look = takeLook(Date.now, { signal: off.signal }, async (call) => {
      await new Promise<void>((resolve) => (proceed = resolve));
      call.spend();
      after();
      return { answer: "unchanged" };
    });
    off.abort();
    expect(answerOf(await look)).toMatchObject({ answer: "failed", cause: "timeout" });
    proceed();
    await Promise.resolve();
    expect(after).not.toHaveBeenCalled();
  });

  it("waits as long as it is told, also for ever", async () => {
    const look = takeLook(Date.now, { timeoutMs: Infinity }, () => Promise.resolve({ answer: "unchanged" as const }));
    expect((await look).answer).toBe("unchanged");
  });
});

it("a gate never lets more through than its width, and lets everybody through", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (width, works) => {
        const gate = new Gate(width);
        let [inside, most] = [0, 0];
        const all = works.map((fails) =>
          gate.through(async () => {
            most = Math.max(most, ++inside);
            await new Promise((resolve) => setImmediate(resolve));
            inside -= 1;
            if (fails) throw new Error("failed");
          }),
        );
        await Promise.allSettled(all);
        expect(most).toBeLessThanOrEqual(width);
        expect(inside).toBe(0);
      },
    ),
    { numRuns: 30 },
  );
});

describe("a listing of git", () => {
  const oid = "a".repeat(40);
  const parse = (text: string) => parseListing(Buffer.from(text), "a");

  it("that names something twice is damage", () => {
    expect(parse(`100644 blob ${oid}       3\ta\0`)).toHaveProperty("rows");
    expect(parse(`100644 blob ${oid}       3\ta\u0000100644 blob ${oid}       4\ta\0`)).toHaveProperty("refusal");
  });

  it("of another form, or with an object that is not here, is refused", () => {
    for (const text of [
      "words\0",
      `100644 blob ${oid} 3 a\0`,
      `100644 blob ${oid}     BAD\ta\0`,
      `100644 blob ${oid.slice(1)} 3\ta\0`,
    ]) {
      expect(parse(text), text).toHaveProperty("refusal");
    }
  });

  it("never makes it throw", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseListing(Buffer.from(bytes), "a")));
  });
});

it("a path that is looked up never leads out of the repository or into .git", () => {
  const piece = fc.oneof(fc.constantFrom("..", ".", "", ".git", ".GIT", "\\", "a", "-x", "\0", "\ud800"), fc.string());
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const segments = segmentsOf(pieces.join("/"));
      if (segments === null) return;
      expect(segments.join("/")).toBe(pieces.join("/"));
      for (const segment of segments) expect(segment).not.toMatch(/^(?:|\.|\.\.|\.git)$|[\\\0]/i);
    }),
  );
});

it("a blob's name is git's, by SHA-1 or SHA-256", () => {
  expect(blobName("sha1", new Uint8Array())).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  const name = blobName("sha256", new Uint8Array());
  expect(name).toBe(createHash("sha256").update("blob 0\0").digest("hex"));
  expect(formatOf(name)).toBe("sha256");
});

it("a Git LFS pointer is known by its whole first line", () => {
  const is = (text: string) => isLfsPointer(Buffer.from(text));
  expect(is("version https://git-lfs.github.com/spec/v1\noid sha256:x\n")).toBe(true);
  expect(is("version https://hawser.github.com/spec/v1\noid sha256:x\n")).toBe(true);
  expect(is("version https://git-lfs.github.com/spec/v1")).toBe(true);
  for (const text of [
    "",
    " version https://git-lfs.github.com/spec/v1\n",
    "version https://git-lfs.github.com/spec/v10\n",
  ]) {
    expect(is(text)).toBe(false);
  }
});
