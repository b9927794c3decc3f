/** What a picture's own structure says: its sides in pixels, or what is wrong with it, as the end of a sentence. */
export type PictureReading = { readonly width: number; readonly height: number } | { readonly fault: string };

export const ENDS_EARLY: PictureReading = { fault: "it ends before it is complete" };
export const GOES_ON: PictureReading = { fault: "there is other data after its end" };
export const NO_PIXELS: PictureReading = { fault: "it has no pixels" };

/** Numbers and names at byte offsets; NaN or "" where the bytes end before. */
export class Bytes {
  constructor(private readonly bytes: Uint8Array) {}

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.bytes[at] ?? Number.NaN;
  }

  u16be(at: number): number {
    return this.u8(at) * 0x100 + this.u8(at + 1);
  }

  u16le(at: number): number {
    return this.u8(at) + this.u8(at + 1) * 0x100;
  }

  u24le(at: number): number {
    return this.u16le(at) + this.u8(at + 2) * 0x10000;
  }

  u32be(at: number): number {
    return this.u16be(at) * 0x10000 + this.u16be(at + 2);
  }

  u32le(at: number): number {
    return this.u16le(at) + this.u16le(at + 2) * 0x10000;
  }

  /** Four bytes as ASCII. */
  tag(at: number): string {
    return at + 4 <= this.length ? String.fromCharCode(...this.bytes.subarray(at, at + 4)) : "";
  }

  slice(from: number, to: number): Uint8Array {
    return this.bytes.subarray(from, to);
  }
}
