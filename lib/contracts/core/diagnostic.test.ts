import { describe, expect, it } from "vitest";
import { diagnose, MAX_VALUE_EXCERPT, type Rule } from "./diagnostic";

const RULE: Rule = { code: "some-code", severity: "warning", sentence: "All is well.", mend: "Mend it." };

describe("a diagnostic", () => {
  it("carries its rule's code, severity, sentence and mend", () => {
    expect(diagnose(RULE, "/a", "It is not.")).toEqual({
      code: "some-code",
      severity: "warning",
      pointer: "/a",
      message: "It is not.",
      rule: "All is well.",
      mend: "Mend it.",
    });
  });

  it("may say more exactly what would mend it", () => {
    expect(diagnose(RULE, "", "", { mend: "Do this." }).mend).toBe("Do this.");
  });

  it("shows the offending value as JSON text, null included, and has none where none was written", () => {
    expect(diagnose(RULE, "", "", { value: { a: ["\u0000"] } }).value).toBe('{"a":["\\u0000"]}');
    expect(diagnose(RULE, "", "", { value: null }).value).toBe("null");
    expect("value" in diagnose(RULE, "", "", { value: undefined })).toBe(false);
  });

  it("cuts a long value with an ellipsis", () => {
    expect(diagnose(RULE, "", "", { value: "x".repeat(198) }).value).toBe(`"${"x".repeat(198)}"`);
    const cut = diagnose(RULE, "", "", { value: "x".repeat(199) }).value;
    expect(cut).toBe(`"${"x".repeat(198)}…`);
    expect(cut).toHaveLength(MAX_VALUE_EXCERPT);
  });
});
