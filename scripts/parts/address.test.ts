import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { chooseAddress, requireFreePort } from "./address.mjs";

describe("the address to listen on", () => {
  it("is this machine's port 3000 where nothing else was said", () => {
    expect(chooseAddress({}, undefined)).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      url: "http://127.0.0.1:3000",
      open: false,
    });
  });

  it("is the configuration's, and PORT wins over it", () => {
    expect(chooseAddress({}, { host: "::1", port: 4000 }).url).toBe("http://[::1]:4000");
    expect(chooseAddress({ PORT: "5000" }, { port: 4000 }).port).toBe(5000);
    expect(chooseAddress({ PORT: "" }, { port: 4000 }).port).toBe(4000);
  });

  it.each(["0", "65536", "-1", "3e3", "0x50", "80.5", " 80", "eighty", "999999"])(
    "is refused when PORT is %j",
    (PORT) => {
      expect(() => chooseAddress({ PORT }, undefined)).toThrow(
        `PORT must be a whole number from 1 to 65535; it is ${JSON.stringify(PORT)}.`,
      );
    },
  );

  it.each(["0.0.0.0", "::", "192.0.2.7", "muster.example.org", "127.0.0.1.example.org", "localhost.example.org"])(
    "is refused at %s, which others reach, unless hosts are named and openness is said",
    (host) => {
      const both = { MUSTER_HOSTS: "muster.example.org", MUSTER_OPEN: "1" };
      for (const env of [
        {},
        { MUSTER_OPEN: "1" },
        { MUSTER_HOSTS: "muster.example.org" },
        { ...both, MUSTER_HOSTS: " , " },
        { ...both, MUSTER_OPEN: "true" },
      ]) {
        expect(() => chooseAddress(env, { host })).toThrow("this machine only");
      }
      expect(chooseAddress(both, { host })).toMatchObject({ host, open: true, url: "http://muster.example.org:3000" });
    },
  );

  it.each([
    ["localhost", "localhost:3000"],
    ["127.0.0.2", "127.0.0.2:3000"],
    ["::1", "[::1]:3000"],
  ])("may be %s without more, and answers to that name", (host, header) => {
    const address = chooseAddress({}, { host });
    expect(address.probe).toEqual({ host, header });
    expect(address.hosts).toContain(host);
  });

  it("is probed on this machine where it is every address", () => {
    const env = { MUSTER_HOSTS: "muster.example.org:8080", MUSTER_OPEN: "1" };
    expect(chooseAddress(env, { host: "0.0.0.0" }).probe).toEqual({ host: "127.0.0.1", header: "127.0.0.1:3000" });
    expect(chooseAddress(env, { host: "192.0.2.7" }).probe).toEqual({
      host: "192.0.2.7",
      header: "muster.example.org:8080",
    });
  });
});

describe("a port that is taken", () => {
  it("is one line that names it and another one to try", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const taken = other.address();
    const port = taken !== null && typeof taken === "object" ? taken.port : 0;
    await expect(requireFreePort({ host: "127.0.0.1", port })).rejects.toThrow(
      `Something else is listening on 127.0.0.1:${port}.`,
    );
    await new Promise((resolve) => other.close(resolve));
    await expect(requireFreePort({ host: "127.0.0.1", port })).resolves.toBeUndefined();
  });
});
