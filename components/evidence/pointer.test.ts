import { describe, expect, it } from "vitest";
import { findingAddress, placeSaid } from "./pointer";

describe("the place that a finding names", () => {
  it("is said in words where it is no JSON pointer", () => {
    expect(placeSaid("/3/issue")).toBe("/3/issue");
    expect(placeSaid("#line/12")).toBe("line 12");
    expect(placeSaid("#comment")).toBe("the comment");
    expect(placeSaid("#comment/2229913")).toBe("comment 2229913");
    expect(placeSaid("#envelope/phases/0")).toBe("envelope phases/0");
  });

  it("opens the comment that the finding names, else the one that counts, else nothing", () => {
    expect(findingAddress(7, "/3/issue")).toBe("comment:7:/3/issue");
    expect(findingAddress(null, "#comment/9")).toBe("comment:9:");
    expect(findingAddress(null, "/3/issue")).toBeNull();
  });
});
