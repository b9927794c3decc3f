import { deflateSync } from "node:zlib";

const SIDE = 16;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** A small PNG of one colour; another number gives another one. @param {number} number below 2^24 */
export function makePicture(number) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const colour = [(number * 37) & 0xff, (number >> 8) & 0xff, number & 0xff];
  const row = Buffer.from([0, ...Array.from({ length: SIDE }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => row)));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  const crc = body.reduce((rest, byte) => (rest >>> 8) ^ CRC[(rest ^ byte) & 0xff], 0xffffffff);
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, sum]);
}
