/** The addresses of one host's API: what is below `apiUrl`, and nothing else. A credential goes nowhere but there. */
export class Addresses {
  private readonly base: URL;

  /** @param apiUrl without a slash at the end */
  constructor(apiUrl: string) {
    this.base = new URL(`${apiUrl}/`);
  }

  /** The address of a path below `apiUrl`. It is set into the base, never resolved against it: a path that begins with `//` would name a host. */
  of(path: string): URL {
    const [below = "", ...query] = path.replace(/^\//, "").split("?");
    const url = new URL(this.base);
    url.pathname += below;
    url.search = query.join("?");
    return url;
  }

  isBelow(url: URL): boolean {
    return this.isOfHost(url) && url.pathname.startsWith(this.base.pathname);
  }

  isOfHost(url: URL): boolean {
    return url.origin === this.base.origin;
  }

  /** Where a redirect leads, or null where that is not below `apiUrl`. */
  leadsTo(location: string | null, from: URL): URL | null {
    if (location === null || !URL.canParse(location, from)) return null;
    const url = new URL(location, from);
    return this.isBelow(url) && url.username === "" && url.password === "" ? url : null;
  }
}
