import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { clientAddress } from "./address";

const of = (forwarded: string, trusts = true) => clientAddress(new Headers({ "x-forwarded-for": forwarded }), trusts);

describe("the address of a listener", () => {
  test("is not known unless a proxy is trusted, whatever the request says", () => {
    expect(of("192.0.2.1", false)).toBeNull();
    expect(clientAddress(new Headers(), true)).toBeNull();
  });

  test("is the last one, which the proxy itself wrote: nobody spends the streams of another", () => {
    expect(of("198.51.100.7, 192.0.2.1")).toBe("192.0.2.1");
  });

  test.each([
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("reads %s as %s", (written, address) => expect(of(written)).toBe(address));

  test("is one and the same for every machine of an IPv6 network", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        expect(of(one.join(":"))).toBe(of(neighbour.join(":")));
      }),
    );
  });

  test("is not known where what stands there is none", () => {
    for (const written of ["", "unknown", "192.0.2.1:80", "_hidden", "1.2.3.4.5", "::::"])
      expect(of(written)).toBeNull();
  });
});
