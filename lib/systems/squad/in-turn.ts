/** Threads are looked at side by side, this many at a time. */
const AT_ONCE = 8;

/** Does the same with every item, a few at a time; the results stand in the items' order. */
export async function inTurn<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await each(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}
