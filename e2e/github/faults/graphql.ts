import type { Fault } from "./fault";
import { changed } from "./answers";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

interface Body {
  readonly data?: Json;
  readonly errors?: readonly Json[];
}

/** Changes the body of a GraphQL answer. */
export function graphqlBody(change: (body: Body) => Body, name = "changed GraphQL answer"): Fault {
  return changed(
    (genuine) => ({
      ...genuine,
      body: Buffer.from(JSON.stringify(change(JSON.parse(genuine.body.toString("utf8")) as Body))),
    }),
    name,
  );
}

/** Only errors, without any data: GitHub's words for a query that took too long, unless others are given. */
export function graphqlErrors(errors: readonly { readonly [key: string]: Json }[] = [TIMED_OUT]): Fault {
  return graphqlBody(() => ({ errors }), "GraphQL errors");
}

const TIMED_OUT = {
  message:
    "Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug.",
};

/** Part of the data: null at each of these paths, and an error that names it. */
export function partialData(paths: readonly Path[], message = TIMED_OUT.message): Fault {
  return graphqlBody(({ data = null, errors = [] }) => {
    const failures = paths.map((path) => ({ path, message }));
    return { data: paths.reduce(without, data), errors: [...errors, ...failures] };
  }, "partial data");
}

/** The entries of every tree are null, without an error: GitHub gives up on a tree that is too big in this way. */
export function nullEntries(): Fault {
  return graphqlBody((body) => ({ ...body, data: emptied(body.data ?? null) }), "null entries");
}

function without(data: Json, [step, ...rest]: Path): Json {
  if (step === undefined || data === null || typeof data !== "object") return null;
  if (Array.isArray(data))
    return (data as readonly Json[]).map((item, at) => (at === step ? without(item, rest) : item));
  const entries = Object.entries(data as { readonly [key: string]: Json });
  return Object.fromEntries(entries.map(([key, value]) => [key, key === step ? without(value, rest) : value]));
}

function emptied(data: Json): Json {
  if (data === null || typeof data !== "object") return data;
  if (Array.isArray(data)) return (data as readonly Json[]).map(emptied);
  const entries = Object.entries(data as { readonly [key: string]: Json });
  return Object.fromEntries(entries.map(([key, value]) => [key, key === "entries" ? null : emptied(value)]));
}
