import { trimText } from "../core/text";
import type { Block, Fence, Paragraph } from "./blocks";
import { namesIdentity } from "./relevance";

/** The blocks of a comment that matter, each list in the order of the comment. */
export interface CommentParts {
  /** `json` fences directly after a paragraph that is `Activation bindings:` and nothing else. */
  readonly bindings: readonly Fence[];
  /** `json` fences directly after a paragraph that is `Structured data:` and nothing else. */
  readonly envelopes: readonly Fence[];
  /** Numbers of the lines that are `Activation bindings:` but label no bindings block. */
  readonly strayLabels: readonly number[];
  /** Fences with identity JSON that are no bindings block. */
  readonly identityJson: readonly Fence[];
}

const BINDINGS_LABEL = "activation bindings:";
const ENVELOPE_LABEL = "structured data:";
const INFO = "json";

/**
 * "The bindings block is a paragraph that is `Activation bindings:` and nothing else (trimmed, any case) directly followed by a
 * fence whose info string is exactly `json`. The envelope is the same under `Structured data:`." "A line `Activation bindings:`
 * (trimmed, any case) in a top-level paragraph that is not the whole paragraph or has no such fence next" is a stray label.
 * "Identity JSON is a top-level fence of any info string whose text begins with `{` or `[` and names one of" the identity names.
 */
export function partsOf(blocks: readonly Block[]): CommentParts {
  const bindings: Fence[] = [];
  const envelopes: Fence[] = [];
  const strayLabels: number[] = [];
  blocks.forEach((block, index) => {
    if (block.kind !== "paragraph") return;
    const next = blocks[index + 1];
    const fence = next?.kind === "fence" && next.info === INFO ? next : null;
    if (isLabel(block, ENVELOPE_LABEL) && fence !== null) envelopes.push(fence);
    if (isLabel(block, BINDINGS_LABEL) && fence !== null) bindings.push(fence);
    else strayLabels.push(...labelLines(block));
  });
  const labelled: ReadonlySet<Block> = new Set(bindings);
  const identityJson = blocks.filter(
    (block): block is Fence => block.kind === "fence" && !labelled.has(block) && isIdentityJson(block),
  );
  return { bindings, envelopes, strayLabels, identityJson };
}

function isLabel(paragraph: Paragraph, label: string): boolean {
  return paragraph.text.length === 1 && isLabelLine(paragraph.text[0] ?? "", label);
}

function labelLines(paragraph: Paragraph): number[] {
  const { first } = paragraph.lines;
  return paragraph.text.flatMap((line, index) => (isLabelLine(line, BINDINGS_LABEL) ? [first + index] : []));
}

function isLabelLine(line: string, label: string): boolean {
  return trimText(line).toLowerCase() === label;
}

function isIdentityJson({ text }: Fence): boolean {
  const start = trimText(text)[0];
  return (start === "{" || start === "[") && namesIdentity(text);
}
