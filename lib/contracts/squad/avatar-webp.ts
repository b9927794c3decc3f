import { Bytes, ENDS_EARLY, GOES_ON, NO_PIXELS, type PictureReading } from "./avatar-picture";

const HEADER = 12;
const CHUNK = 8;
const FRAME_HEADER = 16;

/**
 * Reads a WebP's structure: the size it states is the file's, every chunk is whole, and there is picture data (lossy,
 * lossless, or the frames of an animation) whose own header is sound. The sides are the canvas's where it states one.
 */
export function readWebp(data: Uint8Array): PictureReading {
  const bytes = new Bytes(data);
  const stated = CHUNK + bytes.u32le(4);
  if (stated > bytes.length) return ENDS_EARLY;
  if (stated < bytes.length) return GOES_ON;
  let canvas: { width: number; height: number } | null = null;
  let picture: { width: number; height: number } | null = null;
  for (let at = HEADER; at < bytes.length;) {
    const kind = bytes.tag(at);
    const size = bytes.u32le(at + 4);
    const body = at + CHUNK;
    const end = body + size + (size % 2);
    if (!(end <= bytes.length)) return ENDS_EARLY;
    if (kind === "VP8X") {
      if (at !== HEADER || size < 10) return { fault: "its header is not valid" };
      canvas = { width: bytes.u24le(body + 4) + 1, height: bytes.u24le(body + 7) + 1 };
    } else if (at === HEADER && kind !== "VP8 " && kind !== "VP8L")
      return { fault: "it does not begin with its header" };
    const found = kind === "ANMF" ? readFrame(bytes, body, body + size) : readBitstream(bytes, kind, body, size);
    if (found !== null) {
      if ("fault" in found) return found;
      picture ??= found;
    }
    at = end;
  }
  if (picture === null) return { fault: "it holds no picture data" };
  if (picture.width === 0 || picture.height === 0) return NO_PIXELS;
  return { width: Math.max(picture.width, canvas?.width ?? 0), height: Math.max(picture.height, canvas?.height ?? 0) };
}

/** The picture data inside one frame of an animation. */
function readFrame(bytes: Bytes, from: number, end: number): PictureReading | null {
  for (let at = from + FRAME_HEADER; at + CHUNK <= end;) {
    const size = bytes.u32le(at + 4);
    if (at + CHUNK + size > end) return ENDS_EARLY;
    const found = readBitstream(bytes, bytes.tag(at), at + CHUNK, size);
    if (found !== null) return found;
    at += CHUNK + size + (size % 2);
  }
  return { fault: "one of its frames holds no picture data" };
}

/** The sides that a lossy or lossless bitstream states; null where the chunk is neither. */
function readBitstream(bytes: Bytes, kind: string, at: number, size: number): PictureReading | null {
  if (kind === "VP8 ") {
    const keyFrame =
      (bytes.u8(at) & 1) === 0 && bytes.u8(at + 3) === 0x9d && bytes.u8(at + 4) === 0x01 && bytes.u8(at + 5) === 0x2a;
    if (size <= 10 || !keyFrame) return { fault: "its picture data is not valid" };
    return { width: bytes.u16le(at + 6) & 0x3fff, height: bytes.u16le(at + 8) & 0x3fff };
  }
  if (kind === "VP8L") {
    const version = bytes.u8(at + 4) >> 5;
    if (size <= 5 || bytes.u8(at) !== 0x2f || version !== 0) return { fault: "its picture data is not valid" };
    const low = bytes.u16le(at + 1);
    const high = bytes.u16le(at + 3);
    return { width: (low & 0x3fff) + 1, height: ((low >> 14) | ((high & 0xfff) << 2)) + 1 };
  }
  return null;
}
