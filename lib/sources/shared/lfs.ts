/** First lines of a Git LFS pointer: today's and the one from before the tool was renamed. */
const FIRST_LINES = ["version https://git-lfs.github.com/spec/v1", "version https://hawser.github.com/spec/v1"];

/** Whether a file is a Git LFS pointer: a stand-in for content that is kept elsewhere. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString("latin1");
  return FIRST_LINES.some((line) => head.startsWith(line) && /^(?:\r?\n|$)/.test(head.slice(line.length)));
}
