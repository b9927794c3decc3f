/** How a table is sorted, and how the URL writes it: `name`, or `-name` for descending. */
export interface Sort<K extends string> {
  readonly key: K;
  readonly down: boolean;
}

/** Reads what the URL says; anything else is the fallback. */
export function readSort<K extends string>(written: string, keys: readonly K[], fallback: Sort<K>): Sort<K> {
  const down = written.startsWith("-");
  const key = keys.find((one) => one === (down ? written.slice(1) : written));
  return key === undefined ? fallback : { key, down };
}

/** What the URL says; "" for the fallback, which needs no words. */
export function writeSort<K extends string>(sort: Sort<K>, fallback: Sort<K>): string {
  if (sort.key === fallback.key && sort.down === fallback.down) return "";
  return sort.down ? `-${sort.key}` : sort.key;
}

/** Orders by code unit, the same on every machine and in every language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts a copy by a key of each item; unknown ones (null) come last in both directions, equal ones keep their order. */
export function sortBy<T>(items: readonly T[], key: (item: T) => string | number | null, down: boolean): T[] {
  const keyed = items.map((item) => ({ item, key: key(item) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0);
    const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
    return down ? -order : order;
  });
  return keyed.map(({ item }) => item);
}
