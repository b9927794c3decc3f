/**
 * Timestamps: "RFC 3339 date-times: `T` and `Z` in capitals; a fraction is optional; `Z` or a numeric offset is
 * required; real calendar dates; no second 60, no hour 24; no leniency. Kept as written, compared as instants."
 */
export interface Instant {
  /** Whole milliseconds since 1970-01-01T00:00:00Z, rounded down. */
  readonly millis: number;
  /** The fraction's digits after the third, without zeros at the end. */
  readonly finer: string;
}

const DASH = 0x2d;
const DOT = 0x2e;
const PLUS = 0x2b;
const SEPARATOR = 0x3a;
const CAPITAL_T = 0x54;
const CAPITAL_Z = 0x5a;

/** Reads a timestamp, or gives null where the text is none. Never throws. */
export function readInstant(text: string): Instant | null {
  if (text.length < 20 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null;
  if (text.charCodeAt(10) !== CAPITAL_T || text.charCodeAt(13) !== SEPARATOR || text.charCodeAt(16) !== SEPARATOR)
    return null;
  const century = twoDigits(text, 0);
  const yearOfCentury = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (century < 0 || yearOfCentury < 0 || hour < 0 || minute < 0 || second < 0) return null;
  const year = century * 100 + yearOfCentury;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59)
    return null;

  let end = 19;
  if (text.charCodeAt(end) === DOT) {
    do end += 1;
    while (isDigit(text.charCodeAt(end)));
    if (end === 20) return null;
  }
  const offset = readOffset(text, end);
  if (offset === null) return null;
  const seconds = daysFromEpoch(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60;
  return {
    millis: seconds * 1_000 + millisAt(text, 20, end),
    finer: end > 23 ? withoutZeros(text.slice(23, end)) : "",
  };
}

/** Negative, zero or positive as `a` is before, at or after `b`; exact however many digits the fractions have. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.millis !== b.millis) return a.millis - b.millis;
  if (a.finer === b.finer) return 0;
  return a.finer < b.finer ? -1 : 1;
}

/** The number that two digits give; -1 where they are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** The first three digits of the fraction at [from, end) as milliseconds. */
function millisAt(text: string, from: number, end: number): number {
  let millis = 0;
  for (let i = from; i < from + 3; i += 1) millis = millis * 10 + (i < end ? text.charCodeAt(i) - 0x30 : 0);
  return millis;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Minutes that the zone at `at` is ahead of UTC; null where no zone ends the text there. */
function readOffset(text: string, at: number): number | null {
  const sign = text.charCodeAt(at);
  if (sign === CAPITAL_Z) return text.length === at + 1 ? 0 : null;
  if ((sign !== PLUS && sign !== DASH) || text.length !== at + 6 || text.charCodeAt(at + 3) !== SEPARATOR) return null;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  return (hours * 60 + minutes) * (sign === PLUS ? 1 : -1);
}

function withoutZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction.charCodeAt(end - 1) === 0x30) end -= 1;
  return fraction.slice(0, end);
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Days from 1970-01-01 in the Gregorian calendar, carried back before its introduction as RFC 3339 does. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const inYear = (DAYS_BEFORE_MONTH[month - 1] ?? 0) + (month > 2 && isLeap(year) ? 1 : 0) + day - 1;
  return before * 365 + leapDays + inYear - DAYS_TO_EPOCH;
}

/** Days from 0001-01-01 to 1970-01-01. */
const DAYS_TO_EPOCH = 719_162;
