import { QueryClient, QueryObserver } from "@tanstack/react-query";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readChange } from "./live";
import { earsOf, hearAnswers } from "./live-queries";

const NAME = "owner/repository";
const status = (snapshot: string, state = "complete") => ({ snapshot, data: { repository: { state } } });

/** A page that shows one repository and the list of all, and how often each was asked. */
function page() {
  const client = new QueryClient();
  const asked = { status: 0, repos: 0, roster: 0 };
  const show = (queryKey: readonly string[], count: keyof typeof asked, answer: () => unknown) => {
    const queryFn = async () => {
      asked[count] += 1;
      return answer();
    };
    const options = { queryKey, queryFn, initialData: answer(), retry: false, staleTime: Infinity };
    onTestFinished(new QueryObserver<unknown>(client, options).subscribe(() => undefined));
  };
  show(["status", NAME], "status", () => status("s1"));
  show(["repos"], "repos", () => ({}));
  show(["registry", NAME, "s1"], "roster", () => ({}));
  return { client, asked, ears: earsOf(client) };
}

describe("what a page asks when it hears", () => {
  test("of the repository on screen: its status and the list, at once", () => {
    const { asked, ears } = page();
    ears.changed({ repository: NAME, snapshot: "s2", state: "complete" });
    expect(asked).toEqual({ status: 1, repos: 1, roster: 0 });
  });

  test("of another repository, or of what it shows already: the list alone", () => {
    const { asked, ears } = page();
    ears.changed({ repository: "owner/other", snapshot: "s2", state: "complete" });
    ears.changed({ repository: NAME, snapshot: "s1", state: "complete" });
    expect(asked).toEqual({ status: 0, repos: 1, roster: 0 });
  });

  test("that it is in another state with the same snapshot: its status too", () => {
    const { asked, ears } = page();
    ears.changed({ repository: NAME, snapshot: "s1", state: "stale" });
    expect(asked.status).toBe(1);
  });

  test("that something may be missing: everything that changes with time, and no document of a snapshot", () => {
    const { asked, ears } = page();
    ears.anew();
    expect(asked).toEqual({ status: 1, repos: 1, roster: 0 });
  });

  test("that something may be missing: a document that could not be had", async () => {
    const { client, ears } = page();
    let there = false;
    const queryFn = async () => {
      if (!there) throw new Error("gone");
      return "whole";
    };
    const observer = new QueryObserver(client, { queryKey: ["work", NAME, "s1"], queryFn, retry: false });
    onTestFinished(observer.subscribe(() => undefined));
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
    there = true;
    ears.anew();
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("whole"));
  });
});

describe("whether questions are answered", () => {
  const told = (client: QueryClient) => {
    const heard: boolean[] = [];
    onTestFinished(hearAnswers(client, (answered) => heard.push(answered)));
    return heard;
  };

  test("is told for what a page asks by itself, and for nothing else", async () => {
    const client = new QueryClient();
    const heard = told(client);
    await client.fetchQuery({ queryKey: ["status", NAME], queryFn: () => 1 });
    await client.fetchQuery({ queryKey: ["registry", NAME], queryFn: () => 1 });
    const gone = () => Promise.reject(new Error("gone"));
    await expect(client.fetchQuery({ queryKey: ["repos"], queryFn: gone, retry: false })).rejects.toThrow();
    expect(heard).toEqual([true, false]);
  });

  test("is not told by a question that the page gave up, nor by what it brought", async () => {
    const client = new QueryClient();
    const heard = told(client);
    const asking = client.fetchQuery({
      queryKey: ["status", NAME],
      queryFn: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
    });
    asking.catch(() => undefined);
    await client.cancelQueries({ queryKey: ["status"] });
    client.setQueryData(["status", NAME], status("s1"));
    expect(heard).toEqual([]);
  });
});

describe("the data of an event", () => {
  test("is read as it was written", () => {
    const change = fc.record({ repository: fc.string(), snapshot: fc.string(), state: fc.string() });
    fc.assert(
      fc.property(change, (told) => {
        expect(readChange(JSON.stringify(told))).toEqual(told);
      }),
    );
  });

  test("that is anything else is no change, and breaks nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readChange(text)).toBeNull();
      }),
    );
    expect(readChange(JSON.stringify({ repository: NAME, snapshot: "s1" }))).toBeNull();
  });
});
