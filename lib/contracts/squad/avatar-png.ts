import { Bytes, ENDS_EARLY, GOES_ON, NO_PIXELS, type PictureReading } from "./avatar-picture";

const SIGNATURE = 8;
/** Length, type and checksum around a chunk's data. */
const CHUNK = 12;
const MAX_INT = 0x7fffffff;
/** The bit depths that each colour type allows. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const INDEXED = 3;

/**
 * Reads a PNG's structure: a sound header first, every chunk whole and with its checksum, a palette where colours are
 * indexed, picture data, and the end chunk as the last thing in the file.
 */
export function readPng(data: Uint8Array): PictureReading {
  const bytes = new Bytes(data);
  let size: { width: number; height: number } | null = null;
  let palette = false;
  let pixels = 0;
  for (let at = SIGNATURE; ;) {
    const length = bytes.u32be(at);
    const type = bytes.tag(at + 4);
    const end = at + CHUNK + length;
    if (!(end <= bytes.length)) return ENDS_EARLY;
    if (length > MAX_INT || !/^[A-Za-z]{4}$/.test(type)) return { fault: "its parts are not in order" };
    if (crc32(bytes.slice(at + 4, end - 4)) !== bytes.u32be(end - 4)) return { fault: `its part ${type} is damaged` };
    if (size === null) {
      if (type !== "IHDR" || length !== 13) return { fault: "it does not begin with its header" };
      if (!soundHeader(bytes, at + 8)) return { fault: "its header is not valid" };
      size = { width: bytes.u32be(at + 8), height: bytes.u32be(at + 12) };
      if (size.width === 0 || size.height === 0) return NO_PIXELS;
    } else if (type === "IHDR") return { fault: "it has two headers" };
    else if (type === "PLTE") palette = true;
    else if (type === "IDAT") pixels += length;
    else if (type === "IEND") {
      if (length !== 0 || pixels === 0) return { fault: "it holds no picture data" };
      if (!palette && bytes.u8(SIGNATURE + 17) === INDEXED) return { fault: "its palette is missing" };
      return end === bytes.length ? size : GOES_ON;
    }
    at = end;
  }
}

/** Sides within range, a bit depth that the colour type allows, and the only methods there are. */
function soundHeader(bytes: Bytes, at: number): boolean {
  const depths = DEPTHS[bytes.u8(at + 9)] ?? [];
  const methods = bytes.u8(at + 10) === 0 && bytes.u8(at + 11) === 0 && bytes.u8(at + 12) <= 1;
  return bytes.u32be(at) <= MAX_INT && bytes.u32be(at + 4) <= MAX_INT && depths.includes(bytes.u8(at + 8)) && methods;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
