import type { RepositoryCall } from "../call";

const USUAL = 30;
const MOST = 100;

/** The page that was asked for, and the Link header with the way to the others; none where everything is on one page. */
export function paged<Item>(
  items: readonly Item[],
  call: RepositoryCall,
  below: string,
): { readonly page: readonly Item[]; readonly headers: Record<string, string> } {
  const size = Math.min(whole(call.query.get("per_page")) ?? USUAL, MOST);
  const number = whole(call.query.get("page")) ?? 1;
  const last = Math.max(1, Math.ceil(items.length / size));
  const page = items.slice((number - 1) * size, number * size);
  const links: string[] = [];
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set("page", String(to));
    links.push(`<${call.apiUrl}/repositories/${call.repository.id}${below}?${query.toString()}>; rel="${rel}"`);
  };
  if (number > 1) link(Math.min(number - 1, last), "prev");
  if (number < last) {
    link(number + 1, "next");
    link(last, "last");
  }
  if (number > 1) link(1, "first");
  return { page, headers: links.length === 0 ? {} : { link: links.join(", ") } };
}

function whole(value: string | null): number | null {
  return value !== null && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
}
