/**
 * How long from one instant to another, in calendar units in UTC, the two largest that count: "7 mo 14 d", "1 y 3 mo", "5 d", "6 h".
 * @param from milliseconds since 1970
 * @param to milliseconds since 1970; before `from`, or unreadable, gives an empty text
 */
export function spanText(from: number, to: number): string {
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return "";
  let months = monthsBetween(from, to);
  if (addMonths(from, months) > to) months -= 1;
  const days = Math.floor((to - addMonths(from, months)) / 86_400_000);
  const years = Math.floor(months / 12);
  if (years > 0) return pair(years, "y", months % 12, "mo");
  if (months > 0) return pair(months, "mo", days, "d");
  if (days > 0) return `${days} d`;
  const hours = Math.floor((to - from) / 3_600_000);
  return hours > 0 ? `${hours} h` : "under 1 h";
}

/** The instant of an RFC 3339 time, in milliseconds since 1970; NaN where it is none. */
export function instantOf(text: string | null): number {
  return text === null ? Number.NaN : Date.parse(text);
}

function pair(first: number, unit: string, second: number, lesser: string): string {
  return second > 0 ? `${first} ${unit} ${second} ${lesser}` : `${first} ${unit}`;
}

function monthsBetween(from: number, to: number): number {
  const a = new Date(from);
  const b = new Date(to);
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
}

/** The same day so many months later, or that month's last day where it has no such day. */
function addMonths(from: number, months: number): number {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(date.getTime());
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(day, last.getUTCDate()));
  return date.getTime();
}
