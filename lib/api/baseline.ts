"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { BaselineDocument, DecisionLine, Problem } from "./documents";
import { DocumentError, fetchDocument, problemOf } from "./fetch";
import { apiUrl } from "./urls";

/** What the repository is held to and who decided what. Asked again when the snapshot is another, since that may be a decision's doing. */
export function useBaseline(repository: string, snapshot: string, page: BaselineDocument): BaselineDocument {
  const { data } = useQuery({
    queryKey: ["baseline", repository, snapshot],
    queryFn: ({ signal }) => fetchDocument<BaselineDocument>(apiUrl.document(repository, "baseline"), signal),
    initialData: page.snapshot === snapshot ? page : undefined,
    placeholderData: (previous: BaselineDocument | undefined) => previous ?? page,
    staleTime: Infinity,
  });
  return data ?? page;
}

export interface Decide {
  /** The difference that the person saw. */
  readonly held: string;
  readonly who: string;
  readonly why: string;
  /** Sent once and kept nowhere. */
  readonly token: string;
}

export type Answer =
  { readonly ok: true; readonly decision: DecisionLine } | { readonly ok: false; readonly problem: Problem };

/** Sends a decision, and has everything that shows the repository asked again. Never rejects. */
export function useDecide(repository: string): (decide: Decide) => Promise<Answer> {
  const client = useQueryClient();
  return async ({ token, ...body }) => {
    try {
      const response = await fetch(apiUrl.document(repository, "baseline"), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      if (!response.ok) return { ok: false, problem: await problemOf(response) };
      const { decision } = (await response.json()) as { decision: DecisionLine };
      return { ok: true, decision };
    } catch (error) {
      return { ok: false, problem: error instanceof DocumentError ? error.problem : NO_ANSWER };
    } finally {
      for (const kind of ["status", "baseline"]) void client.invalidateQueries({ queryKey: [kind, repository] });
    }
  };
}

const NO_ANSWER: Problem = {
  type: "about:blank",
  title: "Muster did not answer",
  status: 0,
  detail:
    "Whether the decision was recorded is not known: see below, among the past decisions, before you send it again.",
  code: "no-answer",
};
