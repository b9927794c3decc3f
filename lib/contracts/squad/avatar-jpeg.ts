import { Bytes, ENDS_EARLY, GOES_ON, NO_PIXELS, type PictureReading } from "./avatar-picture";

const SOI_END = 2;
const EOI = 0xd9;
const SOS = 0xda;
const TEM = 0x01;

/**
 * Reads a JPEG's structure: every segment whole, one frame header of a kind that browsers show (baseline, extended or
 * progressive, 8 bits), scan data after it, and the end marker as the last thing in the file.
 */
export function readJpeg(data: Uint8Array): PictureReading {
  const bytes = new Bytes(data);
  let size: { width: number; height: number } | null = null;
  let scanned = false;
  for (let at = SOI_END; ;) {
    if (at >= bytes.length) return ENDS_EARLY;
    if (bytes.u8(at) !== 0xff) return { fault: "its parts are not in order" };
    while (bytes.u8(at + 1) === 0xff) at += 1;
    const marker = bytes.u8(at + 1);
    if (marker === EOI) {
      if (size === null || !scanned) return { fault: "it holds no picture data" };
      return at + 2 === bytes.length ? size : GOES_ON;
    }
    if (Number.isNaN(marker)) return ENDS_EARLY;
    if (marker === TEM) {
      at += 2;
      continue;
    }
    if (marker < 0xc0 || isRestart(marker) || marker === 0xd8) return { fault: "its parts are not in order" };
    const length = bytes.u16be(at + 2);
    const end = at + 2 + length;
    if (!(end <= bytes.length)) return ENDS_EARLY;
    if (length < 2) return { fault: "its parts are not in order" };
    if (isFrame(marker)) {
      if (size !== null) return { fault: "it has two frames" };
      if (marker > 0xc2) return { fault: "it is of a kind that browsers do not show" };
      const components = bytes.u8(at + 9);
      if (length !== 8 + 3 * components || components < 1 || components > 4 || bytes.u8(at + 4) !== 8)
        return { fault: "its header is not valid" };
      size = { width: bytes.u16be(at + 7), height: bytes.u16be(at + 5) };
      if (size.width === 0 || size.height === 0) return NO_PIXELS;
    }
    at = end;
    if (marker === SOS) {
      if (size === null) return { fault: "its picture data comes before its header" };
      const after = scanEnd(bytes, at);
      scanned ||= after > at;
      at = after;
    }
  }
}

/** The offset of the marker that ends the scan data at `from`; the end of the file where none does. */
function scanEnd(bytes: Bytes, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes.u8(at) !== 0xff) continue;
    const next = bytes.u8(at + 1);
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** SOF0 to SOF15, which leave out DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
