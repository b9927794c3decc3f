import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeAvatarBytes } from "./avatar-bytes";
import { AVATAR_RULES } from "./avatar-rules";

const base64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const join = (...parts: (Uint8Array | readonly number[])[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
const be = (number: number): number[] => [
  (number >>> 24) & 255,
  (number >>> 16) & 255,
  (number >>> 8) & 255,
  number & 255,
];
const le = (number: number): number[] => be(number).reverse();
const patched = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy.set(values, at);
  return copy;
};

// Written by encoders, three by two pixels where nothing else is said.
const PNG = base64(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACAQMAAACnuvRZAAAABlBMVEX/AAAAAP9sof2OAAAADElEQVQI12NgYHgAAADkAOF67cd7AAAAAElFTkSuQmCC",
);
const JPEG = base64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAACAAMBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AJ//Z",
);
/** Eight by eight, progressive, with several scans. */
const PROGRESSIVE = base64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wgARCAAIAAgDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABUBAQEAAAAAAAAAAAAAAAAAAAYH/9oADAMBAAIQAxAAAAEacUf/xAAVEAEBAAAAAAAAAAAAAAAAAAAAFP/aAAgBAQABBQK9/8QAFhEAAwAAAAAAAAAAAAAAAAAAABdi/9oACAEDAQE/AWBR/8QAFhEAAwAAAAAAAAAAAAAAAAAAABdi/9oACAECAQE/AVrB/8QAFRABAQAAAAAAAAAAAAAAAAAAADH/2gAIAQEABj8Cr//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8hP//aAAwDAQACAAMAAAAQ3//EABYRAAMAAAAAAAAAAAAAAAAAAAAR8P/aAAgBAwEBPxC2f//EABYRAAMAAAAAAAAAAAAAAAAAAAAR8P/aAAgBAgEBPxCEf//EABYQAAMAAAAAAAAAAAAAAAAAAABxkf/aAAgBAQABPxBVP//Z",
);
const GIF = base64("R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAALAAAAAADAAIAAAIChF8AOw==");
/** Two images and a loop, the second image with colours of its own. */
const ANIMATION = base64(
  "R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAAwACAAACAoRfACH5BAAAAAAALAAAAAADAAIAgAAA/wAAAAIChF8AOw==",
);
const LOSSY = base64("UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoDAAIAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=");
const LOSSLESS = base64("UklGRhwAAABXRUJQVlA4TA8AAAAvAkAAAAcQ/Y/+ByKi/wEA");
/** With a canvas and a separate alpha channel. */
const EXTENDED = base64(
  "UklGRkYAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAgICAgICAAFZQOCAYAAAAMAEAnQEqAwACAAIANCWkAANwAP7735AA",
);

const WHOLE: readonly (readonly [string, Uint8Array])[] = [
  ["PNG", PNG],
  ["JPEG", JPEG],
  ["progressive JPEG", PROGRESSIVE],
  ["GIF", GIF],
  ["animated GIF", ANIMATION],
  ["lossy WebP", LOSSY],
  ["lossless WebP", LOSSLESS],
  ["extended WebP", EXTENDED],
];

const shown = (type: string, width = 3, height = 2): unknown => ({
  picture: true,
  type: `image/${type}`,
  width,
  height,
});
function reason(bytes: Uint8Array): string {
  const judged = judgeAvatarBytes(bytes);
  return judged.picture ? "shown" : `${judged.diagnostic.code}: ${judged.diagnostic.message}`;
}
const broken = (format: string, fault: string): string =>
  `avatar-broken: The ${format} picture cannot be used: ${fault}.`;

const EARLY = "it ends before it is complete";
const AFTER = "there is other data after its end";
const ORDER = "its parts are not in order";
const EMPTY = "it holds no picture data";
const NO_PIXELS = "it has no pixels";
const HEADER = "its header is not valid";

function crc(bytes: Uint8Array): number[] {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (0xedb88320 & -(value & 1));
  }
  return be(~value);
}
function chunk(type: string, data: Uint8Array | readonly number[] = []): Uint8Array {
  const body = join(ascii(type), data);
  return join(be(data.length), body, crc(body));
}
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const header = (width = 3, height = 2, depth = 8, colour = 2, rest = [0, 0, 0]): Uint8Array =>
  chunk("IHDR", [...be(width), ...be(height), depth, colour, ...rest]);
const DATA = chunk("IDAT", [1]);
const END = chunk("IEND");

describe("an avatar's bytes", () => {
  it("are a picture by their content, with the sides they state", () => {
    expect(judgeAvatarBytes(PNG)).toEqual(shown("png"));
    expect(judgeAvatarBytes(JPEG)).toEqual(shown("jpeg"));
    expect(judgeAvatarBytes(PROGRESSIVE)).toEqual(shown("jpeg", 8, 8));
    expect(judgeAvatarBytes(GIF)).toEqual(shown("gif"));
    expect(judgeAvatarBytes(ANIMATION)).toEqual(shown("gif"));
    expect(judgeAvatarBytes(patched(GIF, 4, 0x37))).toEqual(shown("gif"));
    expect(judgeAvatarBytes(LOSSY)).toEqual(shown("webp"));
    expect(judgeAvatarBytes(LOSSLESS)).toEqual(shown("webp"));
    expect(judgeAvatarBytes(EXTENDED)).toEqual(shown("webp"));
  });

  it("are none in any other format, whatever the file is called", () => {
    const none = "avatar-not-a-picture: The file is not a PNG, JPEG, GIF or WebP picture.";
    expect(reason(new Uint8Array())).toBe("avatar-not-a-picture: The file is empty.");
    for (const bytes of [
      ascii("BM......"),
      ascii("<!doctype html><script>1</script>"),
      ascii("RIFF1234WAVE"),
      ascii("GIF88a"),
      PNG.subarray(0, 7),
      JPEG.subarray(0, 2),
      ascii("II*\0"),
      ascii("RIFF1234WEB"),
      ascii("hello <svg>"),
    ]) {
      expect(reason(bytes)).toBe(none);
    }
  });

  it("are named where they are a Git LFS pointer or an SVG", () => {
    expect(reason(ascii("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"))).toBe(
      "avatar-git-lfs: The file is a pointer to Git LFS, not the picture itself.",
    );
    for (const text of [
      "<svg xmlns='x'/>",
      "\uFEFF\n <SVG>",
      '<?xml version="1.0"?>\n<!-- a --><svg>',
      "<!DOCTYPE svg><svg>",
      "<!-- c -->\n<svg>",
    ]) {
      expect(reason(ascii(text))).toBe("avatar-svg: The file is an SVG drawing.");
    }
    expect(reason(ascii(`<?xml?>${" ".repeat(1_100)}<svg>`))).toContain("avatar-not-a-picture");
  });

  it("are at most 512 KiB, the limit itself included", () => {
    const padding = (size: number): Uint8Array => {
      const start = join(SIGNATURE, header());
      const room = size - start.length - DATA.length - END.length - 12;
      return join(start, chunk("teXt", new Uint8Array(room)), DATA, END);
    };
    expect(padding(524_288)).toHaveLength(524_288);
    expect(reason(padding(524_288))).toBe("shown");
    expect(reason(padding(524_289))).toBe("avatar-too-large: The file has 524289 bytes; at most 524288 are shown.");
  });

  it("are at most 4,096 pixels a side, read from the header", () => {
    const png = (width: number, height: number): Uint8Array => join(SIGNATURE, header(width, height), DATA, END);
    expect(judgeAvatarBytes(png(4_096, 4_096))).toEqual(shown("png", 4_096, 4_096));
    expect(reason(png(4_097, 1))).toBe(
      "avatar-too-many-pixels: The picture is 4097 by 1 pixels; at most 4096 a side are shown.",
    );
    expect(reason(png(1, 100_000))).toBe(
      "avatar-too-many-pixels: The picture is 1 by 100000 pixels; at most 4096 a side are shown.",
    );
  });

  it.each(WHOLE)("of a %s are none when anything is cut off or put after the end", (_, bytes) => {
    for (let length = 0; length < bytes.length; length += 1)
      expect(judgeAvatarBytes(bytes.subarray(0, length)).picture).toBe(false);
    expect(reason(join(bytes, [0]))).toContain(AFTER);
  });

  it("never make the judge throw, and have sides from 1 to 4,096 where they are shown", () => {
    const damaged = fc
      .tuple(
        fc.constantFrom(...WHOLE.map(([, bytes]) => bytes)),
        fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { maxLength: 6 }),
        fc.nat(700),
      )
      .map(([bytes, changes, cut]) => {
        const copy = Uint8Array.from(bytes);
        for (const [at, value] of changes) copy[at % copy.length] = value;
        return copy.subarray(0, Math.max(cut, 10));
      });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 60 })), (bytes) => {
        const judged = judgeAvatarBytes(bytes);
        if (!judged.picture) expect(AVATAR_RULES.map(({ code }) => code)).toContain(judged.diagnostic.code);
        else
          for (const side of [judged.width, judged.height])
            expect(Number.isInteger(side) && side >= 1 && side <= 4_096).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a PNG", () => {
  const png = (...chunks: Uint8Array[]): string => reason(join(SIGNATURE, ...chunks));

  it.each([
    ["its signature alone", [], EARLY],
    ["no end", [header(), DATA], EARLY],
    ["no data", [header(), END], EMPTY],
    ["empty data", [header(), chunk("IDAT"), END], EMPTY],
    ["an end with content", [header(), DATA, chunk("IEND", [0])], EMPTY],
    ["another chunk first", [chunk("gAMA", [0, 0, 0, 0]), header(), DATA, END], "it does not begin with its header"],
    [
      "a header of another size",
      [chunk("IHDR", Array<number>(14).fill(1)), DATA, END],
      "it does not begin with its header",
    ],
    ["two headers", [header(), header(), DATA, END], "it has two headers"],
    ["no palette", [header(3, 2, 8, 3), DATA, END], "its palette is missing"],
    ["a chunk type that is no name", [header(), chunk("ID1T", [0]), DATA, END], ORDER],
    ["no width", [header(0, 2), DATA, END], NO_PIXELS],
    ["no height", [header(3, 0), DATA, END], NO_PIXELS],
    ["a width beyond the format", [header(2 ** 31, 2), DATA, END], HEADER],
    ["a height beyond the format", [header(3, 2 ** 31), DATA, END], HEADER],
    ["an unknown compression", [header(3, 2, 8, 2, [1, 0, 0]), DATA, END], HEADER],
    ["an unknown filter", [header(3, 2, 8, 2, [0, 1, 0]), DATA, END], HEADER],
    ["an unknown interlace", [header(3, 2, 8, 2, [0, 0, 2]), DATA, END], HEADER],
  ] as const)("with %s is broken", (_, chunks, fault) => {
    expect(png(...chunks)).toBe(broken("PNG", fault));
  });

  it("has one of the bit depths that its colour type allows", () => {
    const allowed = new Map([
      [0, [1, 2, 4, 8, 16]],
      [2, [8, 16]],
      [3, [1, 2, 4, 8]],
      [4, [8, 16]],
      [6, [8, 16]],
    ]);
    for (let colour = 0; colour < 8; colour += 1) {
      for (let depth = 0; depth <= 17; depth += 1) {
        const sound = allowed.get(colour)?.includes(depth) ?? false;
        expect(png(header(3, 2, depth, colour), chunk("PLTE", [1, 2, 3]), DATA, END)).toBe(
          sound ? "shown" : broken("PNG", HEADER),
        );
      }
    }
  });

  it("may be interlaced, and hold other chunks and several of data", () => {
    expect(
      png(
        header(3, 2, 8, 2, [0, 0, 1]),
        chunk("gAMA", [0, 0, 0, 1]),
        chunk("IDAT"),
        DATA,
        DATA,
        chunk("tEXt", [1]),
        END,
      ),
    ).toBe("shown");
  });

  it("with a damaged chunk says which", () => {
    const whole = join(SIGNATURE, header(), DATA, END);
    expect(reason(patched(whole, 19, 4))).toBe(broken("PNG", "its part IHDR is damaged"));
    expect(reason(patched(whole, whole.length - END.length - 5, 2))).toBe(broken("PNG", "its part IDAT is damaged"));
    expect(reason(patched(whole, whole.length - 1, 0))).toBe(broken("PNG", "its part IEND is damaged"));
    expect(reason(patched(whole, 8, 0xff, 0xff, 0xff, 0xff))).toBe(broken("PNG", EARLY));
  });
});

describe("a JPEG", () => {
  const SOI = [0xff, 0xd8];
  const EOI = [0xff, 0xd9];
  const segment = (marker: number, data: readonly number[]): number[] => [
    0xff,
    marker,
    (data.length + 2) >> 8,
    (data.length + 2) & 255,
    ...data,
  ];
  const frame = (marker = 0xc0, height = 2, width = 3, precision = 8, components = 1): number[] =>
    segment(marker, [
      precision,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      components,
      ...Array<number>(3 * components).fill(1),
    ]);
  const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34];
  const jpeg = (...parts: (readonly number[])[]): string => reason(join(SOI, ...parts));

  it("may be baseline, extended or progressive, with one to four components, restarts, fill bytes and several scans", () => {
    for (const marker of [0xc0, 0xc1, 0xc2]) expect(jpeg(frame(marker), SCAN, EOI)).toBe("shown");
    for (const components of [1, 3, 4]) expect(jpeg(frame(0xc0, 2, 3, 8, components), SCAN, EOI)).toBe("shown");
    expect(
      jpeg(
        segment(0xe0, [1]),
        [0xff, 0xff],
        frame(),
        [0xff, 0x01],
        SCAN,
        [0xff, 0xd0, 1, 0xff, 0xd7, 2],
        [0xff, 0xff],
        segment(0xc4, [1]),
        SCAN,
        EOI,
      ),
    ).toBe("shown");
    expect(judgeAvatarBytes(join(SOI, frame(0xc0, 300, 700), SCAN, EOI))).toEqual(shown("jpeg", 700, 300));
  });

  it.each([
    ["nothing", [EOI], EMPTY],
    ["no frame", [segment(0xe0, [1]), EOI], EMPTY],
    ["no scan", [frame(), EOI], EMPTY],
    ["an empty scan", [frame(), segment(0xda, [1]), EOI], EMPTY],
    ["a scan before its frame", [SCAN, frame(), EOI], "its picture data comes before its header"],
    ["two frames", [frame(), frame(), SCAN, EOI], "it has two frames"],
    ["a lossless frame", [frame(0xc3), SCAN, EOI], "it is of a kind that browsers do not show"],
    ["an arithmetic frame", [frame(0xc9), SCAN, EOI], "it is of a kind that browsers do not show"],
    ["twelve bits", [frame(0xc0, 2, 3, 12), SCAN, EOI], HEADER],
    ["no components", [frame(0xc0, 2, 3, 8, 0), SCAN, EOI], HEADER],
    ["five components", [frame(0xc0, 2, 3, 8, 5), SCAN, EOI], HEADER],
    ["a frame that is too long", [segment(0xc0, [8, 0, 2, 0, 3, 1, 1, 1, 1, 1]), SCAN, EOI], HEADER],
    ["no height", [frame(0xc0, 0), SCAN, EOI], NO_PIXELS],
    ["no width", [frame(0xc0, 2, 0), SCAN, EOI], NO_PIXELS],
    ["no end", [frame(), SCAN], EARLY],
    ["a segment that is cut", [[0xff, 0xe0, 0, 9, 1]], EARLY],
    ["a length that is cut", [[0xff, 0xe0, 0]], EARLY],
    ["a marker that is cut", [segment(0xe0, []), [0xff]], EARLY],
    ["a length below its own size", [[0xff, 0xe0, 0, 1], frame(), SCAN, EOI], ORDER],
    ["bytes between its segments", [segment(0xe0, [1]), [0x00], frame(), SCAN, EOI], ORDER],
    ["a restart outside a scan", [[0xff, 0xd0], frame(), SCAN, EOI], ORDER],
    ["a second start", [[0xff, 0xd8], frame(), SCAN, EOI], ORDER],
    ["a reserved marker", [[0xff, 0x02, 0, 2], frame(), SCAN, EOI], ORDER],
    ["bytes after its end", [frame(), SCAN, EOI, EOI], AFTER],
  ] as const)("with %s is broken", (_, parts, fault) => {
    expect(jpeg(...parts)).toBe(broken("JPEG", fault));
  });

  it("does not take tables for frames", () => {
    for (const marker of [0xc4, 0xc8, 0xcc]) expect(jpeg(segment(marker, [1]), frame(), SCAN, EOI)).toBe("shown");
  });
});

describe("a GIF", () => {
  const screen = (width = 3, height = 2, packed = 0): number[] => [
    ...ascii("GIF89a"),
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    packed,
    0,
    0,
  ];
  const image = (left = 0, top = 0, width = 3, height = 2, packed = 0, code = 2, blocks = [1, 0, 0]): number[] => [
    0x2c,
    left & 255,
    left >> 8,
    top & 255,
    top >> 8,
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    packed,
    code,
    ...blocks,
  ];
  const gif = (...parts: (readonly number[])[]): Uint8Array => join(...parts);
  const TRAILER = [0x3b];

  it("may have colour tables of any size, extensions and many images", () => {
    expect(
      judgeAvatarBytes(
        gif(
          screen(3, 2, 0x80),
          Array<number>(6).fill(9),
          [0x21, 0xfe, 2, 1, 1, 1, 7, 0],
          image(),
          image(0, 0, 3, 2, 0x87).slice(0, 10),
          Array<number>(768).fill(9),
          [11, 1, 0, 0],
          TRAILER,
        ),
      ),
    ).toEqual(shown("gif"));
  });

  it("is as large as its images reach", () => {
    expect(judgeAvatarBytes(gif(screen(300, 2), image(0, 1, 3, 500), image(299, 0, 10, 1), TRAILER))).toEqual(
      shown("gif", 309, 501),
    );
    expect(reason(gif(screen(), image(4_000, 0, 97), TRAILER))).toContain(
      "avatar-too-many-pixels: The picture is 4097 by 2 pixels",
    );
  });

  it.each([
    ["no image", [screen(), TRAILER], EMPTY],
    ["no data in its image", [screen(), image(0, 0, 3, 2, 0, 2, [0]), TRAILER], EMPTY],
    ["a code size of 0", [screen(), image(0, 0, 3, 2, 0, 0), TRAILER], EMPTY],
    ["a code size of 12", [screen(), image(0, 0, 3, 2, 0, 12), TRAILER], EMPTY],
    ["no width", [screen(0), image(), TRAILER], NO_PIXELS],
    ["no height", [screen(3, 0), image(), TRAILER], NO_PIXELS],
    ["an image without width", [screen(), image(0, 0, 0), TRAILER], NO_PIXELS],
    ["an image without height", [screen(), image(0, 0, 3, 0), TRAILER], NO_PIXELS],
    ["a header that is cut", [screen().slice(0, 12)], EARLY],
    ["a colour table that is cut", [screen(3, 2, 0x87), [1, 2]], EARLY],
    ["no trailer", [screen(), image()], EARLY],
    ["an extension that is cut", [screen(), image(), [0x21, 0xfe, 9, 1]], EARLY],
    ["an image that is cut", [screen(), image().slice(0, 10)], EARLY],
    ["an unknown block", [screen(), image(), [0x00], TRAILER], ORDER],
    ["script after its signature", [ascii("GIF89a/*\x01\0\x01\0*/=1;alert(1);//") as never], ORDER],
    ["bytes after its trailer", [screen(), image(), TRAILER, [0]], AFTER],
  ] as const)("with %s is broken", (_, parts, fault) => {
    expect(reason(gif(...parts))).toBe(broken("GIF", fault));
  });
});

describe("a WebP", () => {
  const part = (kind: string, data: readonly number[]): number[] => [
    ...ascii(kind),
    ...le(data.length),
    ...data,
    ...(data.length % 2 ? [0] : []),
  ];
  const webp = (...parts: (readonly number[])[]): Uint8Array => {
    const body = parts.flat();
    return join(ascii("RIFF"), le(body.length + 4), ascii("WEBP"), body);
  };
  const lossy = (width = 3, height = 2, first = 0): number[] =>
    part("VP8 ", [first, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8, 7]);
  const lossless = (width = 3, height = 2, version = 0): number[] => {
    const bits = (width - 1) | ((height - 1) << 14);
    return part("VP8L", [
      0x2f,
      bits & 255,
      (bits >>> 8) & 255,
      (bits >>> 16) & 255,
      ((bits >>> 24) & 31) | (version << 5),
      7,
    ]);
  };
  const canvas = (width: number, height: number): number[] =>
    part("VP8X", [0, 0, 0, 0, ...le(width - 1).slice(0, 3), ...le(height - 1).slice(0, 3)]);
  const frame = (...inside: (readonly number[])[]): number[] =>
    part("ANMF", [...Array<number>(16).fill(0), ...inside.flat()]);

  it("states its sides in its picture data, or its canvas where that is larger", () => {
    expect(judgeAvatarBytes(webp(lossy(300, 517)))).toEqual(shown("webp", 300, 517));
    expect(judgeAvatarBytes(webp(lossy(3 | 0x4000, 2 | 0x8000)))).toEqual(shown("webp"));
    expect(judgeAvatarBytes(webp(lossless(300, 517)))).toEqual(shown("webp", 300, 517));
    expect(judgeAvatarBytes(webp(lossless(4_000, 4_001)))).toEqual(shown("webp", 4_000, 4_001));
    expect(judgeAvatarBytes(webp(canvas(400, 10), part("ALPH", [1]), lossy(20, 30)))).toEqual(shown("webp", 400, 30));
    expect(reason(webp(canvas(70_000, 1), lossy()))).toContain("The picture is 70000 by 2 pixels");
    expect(reason(webp(lossless(16_384, 16_384)))).toContain("The picture is 16384 by 16384 pixels");
  });

  it("may be an animation whose frames hold picture data", () => {
    expect(
      judgeAvatarBytes(
        webp(
          canvas(3, 2),
          part("ANIM", Array<number>(6).fill(0)),
          frame(part("ALPH", [1]), lossy()),
          frame(lossless()),
        ),
      ),
    ).toEqual(shown("webp"));
  });

  it.each([
    ["no chunk", [], EMPTY],
    ["a canvas alone", [canvas(3, 2)], EMPTY],
    ["another chunk first", [part("EXIF", [1]), lossy()], "it does not begin with its header"],
    ["a canvas later", [lossy(), canvas(3, 2)], HEADER],
    ["a canvas that is too short", [part("VP8X", Array<number>(9).fill(0)), lossy()], HEADER],
    ["a frame first", [frame(lossy())], "it does not begin with its header"],
    ["no key frame", [lossy(3, 2, 1)], "its picture data is not valid"],
    ["a wrong start code", [part("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2b, 3, 0, 2, 0, 7])], "its picture data is not valid"],
    [
      "a wrong start code at its second byte",
      [part("VP8 ", [0, 0, 0, 0x9d, 0x00, 0x2a, 3, 0, 2, 0, 7])],
      "its picture data is not valid",
    ],
    [
      "a wrong start code at its first byte",
      [part("VP8 ", [0, 0, 0, 0x9c, 0x01, 0x2a, 3, 0, 2, 0, 7])],
      "its picture data is not valid",
    ],
    ["a lossy header alone", [part("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 3, 0, 2, 0])], "its picture data is not valid"],
    ["a lossless header alone", [part("VP8L", [0x2f, 2, 64, 0, 0])], "its picture data is not valid"],
    ["a wrong lossless signature", [part("VP8L", [0x2e, 2, 64, 0, 0, 7])], "its picture data is not valid"],
    ["a later lossless version", [lossless(3, 2, 1)], "its picture data is not valid"],
    ["no width", [lossy(0, 2)], NO_PIXELS],
    ["no height", [lossy(3, 0)], NO_PIXELS],
    [
      "a frame without picture data",
      [canvas(3, 2), frame(part("ALPH", [1]))],
      "one of its frames holds no picture data",
    ],
    ["an empty frame", [canvas(3, 2), frame()], "one of its frames holds no picture data"],
    ["a frame with a chunk that is cut", [canvas(3, 2), frame([...ascii("VP8 "), 99, 0, 0, 0])], EARLY],
    ["a frame that is broken", [canvas(3, 2), frame(lossy(3, 2, 1))], "its picture data is not valid"],
    ["a chunk that is cut", [lossy(), [...ascii("EXIF"), 9, 0, 0, 0, 1]], EARLY],
    ["a chunk header that is cut", [lossy(), [1, 2, 3]], EARLY],
  ] as const)("with %s is broken", (_, parts, fault) => {
    expect(reason(webp(...parts))).toBe(broken("WebP", fault));
  });

  it("is as long as it says", () => {
    const whole = webp(lossy());
    expect(reason(patched(whole, 4, ...le(whole.length - 7)))).toBe(broken("WebP", EARLY));
    expect(reason(patched(whole, 4, ...le(whole.length - 9)))).toBe(broken("WebP", AFTER));
    expect(reason(patched(whole, 4, 0xff, 0xff, 0xff, 0xff))).toBe(broken("WebP", EARLY));
  });
});

describe("the rules about avatars", () => {
  it("are stated once, and none of them is more than a note: a picture is never needed", () => {
    expect(new Set(AVATAR_RULES.map(({ code }) => code)).size).toBe(AVATAR_RULES.length);
    for (const { code, severity, sentence, mend } of AVATAR_RULES) {
      expect(code).toMatch(/^avatar(-[a-z]+)+$/);
      expect(severity).toBe("note");
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(mend).toMatch(/^[A-Z].*\.$/);
    }
  });
});
