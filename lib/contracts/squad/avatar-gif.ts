import { Bytes, ENDS_EARLY, GOES_ON, NO_PIXELS, type PictureReading } from "./avatar-picture";

const SCREEN = 6;
const HEADER = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;

/**
 * Reads a GIF's structure: a screen, at least one image with data, every block whole, and the trailer as the last thing
 * in the file. The sides are those of the screen or of the images that reach beyond it.
 */
export function readGif(data: Uint8Array): PictureReading {
  const bytes = new Bytes(data);
  if (bytes.length < HEADER) return ENDS_EARLY;
  let width = bytes.u16le(SCREEN);
  let height = bytes.u16le(SCREEN + 2);
  if (width === 0 || height === 0) return NO_PIXELS;
  let images = 0;
  for (let at = HEADER + tableSize(bytes.u8(SCREEN + 4)); ;) {
    const kind = bytes.u8(at);
    if (Number.isNaN(kind)) return ENDS_EARLY;
    if (kind === TRAILER) {
      if (images === 0) return { fault: "it holds no picture data" };
      return at + 1 === bytes.length ? { width, height } : GOES_ON;
    }
    if (kind === EXTENSION) {
      at = blocksEnd(bytes, at + 2);
      continue;
    }
    if (kind !== IMAGE) return { fault: "its parts are not in order" };
    const imageWidth = bytes.u16le(at + 5);
    const imageHeight = bytes.u16le(at + 7);
    if (imageWidth === 0 || imageHeight === 0) return NO_PIXELS;
    const codes = at + 10 + tableSize(bytes.u8(at + 9));
    if (!(codes < bytes.length)) return ENDS_EARLY;
    if (bytes.u8(codes) < 1 || bytes.u8(codes) > 11 || bytes.u8(codes + 1) === 0)
      return { fault: "it holds no picture data" };
    width = Math.max(width, bytes.u16le(at + 1) + imageWidth);
    height = Math.max(height, bytes.u16le(at + 3) + imageHeight);
    images += 1;
    at = blocksEnd(bytes, codes + 1);
  }
}

/** Bytes of the colour table that a packed field announces. */
function tableSize(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** The offset after the data blocks that begin at `from`: each has its length first, and an empty one ends them. */
function blocksEnd(bytes: Bytes, from: number): number {
  let at = from;
  for (let size = bytes.u8(at); size > 0; size = bytes.u8(at)) at += size + 1;
  return at + 1;
}
