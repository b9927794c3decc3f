import { describe, expect, it } from "vitest";
import { requireNode } from "./install.mjs";

describe("the Node.js that Muster starts on", () => {
  it.each(["20.9.0", "20.20.2", "21.0.0", "24.1.0", "100.0.0"])("may be %s", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(["20.8.1", "18.20.0", "8.17.0"])("is refused in one line when it is %s", (version) => {
    expect(() => requireNode(version)).toThrow(`Muster needs Node.js 20.9 or newer; this is ${version}.`);
  });
});
