import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionNode } from "graphql";
import { typed } from "./errors";

interface Arguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

const MOST = 100;

/** A field with pages. As on GitHub, who asks for the items must say how many, and at most a hundred; who only counts need not. */
export function connection(items: readonly (() => unknown)[], counter = "totalCount") {
  return (args: Arguments, _context: unknown, info: GraphQLResolveInfo): Record<string, unknown> => {
    const { first, last } = args;
    const asked = info.fieldNodes.some((field) => asksForItems(field, info));
    if (asked && first == null && last == null)
      throw typed(
        "MISSING_PAGINATION_BOUNDARIES",
        `You must provide a \`first\` or \`last\` value to properly paginate the \`${info.fieldName}\` connection.`,
      );
    const count = first ?? last ?? 0;
    if (count > MOST)
      throw typed(
        "EXCESSIVE_PAGINATION",
        `Requesting ${count} records on the \`${info.fieldName}\` connection exceeds the \`first\` limit of ${MOST} records.`,
      );
    const from = args.after == null ? 0 : positionOf(args.after);
    const to = args.before == null ? items.length : positionOf(args.before) - 1;
    const start = first == null && last != null ? Math.max(from, to - last) : from;
    const end = first == null ? to : Math.min(to, from + first);
    const page = items.slice(start, end);
    const nodes = () => page.map((item) => item());
    return {
      [counter]: items.length,
      nodes,
      edges: () => page.map((item, index) => ({ cursor: cursorOf(start + index + 1), node: item() })),
      pageInfo: {
        hasNextPage: end < items.length,
        hasPreviousPage: start > 0,
        startCursor: page.length === 0 ? null : cursorOf(start + 1),
        endCursor: page.length === 0 ? null : cursorOf(start + page.length),
      },
    };
  };
}

function asksForItems(field: FieldNode, info: GraphQLResolveInfo): boolean {
  const within = (selections: readonly SelectionNode[]): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === "nodes" || selection.name.value === "edges";
      if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection.selectionSet.selections);
      return within(info.fragments[selection.name.value]?.selectionSet.selections ?? []);
    });
  return within(field.selectionSet?.selections ?? []);
}

function cursorOf(position: number): string {
  return Buffer.from(`cursor:${position}`).toString("base64");
}

function positionOf(cursor: string): number {
  const position = /^cursor:(\d+)$/.exec(Buffer.from(cursor, "base64").toString("utf8"))?.[1];
  if (position === undefined)
    throw typed("INVALID_CURSOR_ARGUMENTS", `\`${cursor}\` does not appear to be a valid cursor.`);
  return Number(position);
}
