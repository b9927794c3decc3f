"use client";

import { useQuery } from "@tanstack/react-query";
import type { KeptDocument } from "./documents";
import { fetchDocument } from "./fetch";
import { apiUrl } from "./urls";

/** What is kept of a repository. Asked again when the snapshot is another. */
export function useKept(repository: string, snapshot: string, page: KeptDocument): KeptDocument {
  const { data } = useQuery({
    queryKey: ["kept", repository, snapshot],
    queryFn: ({ signal }) => fetchDocument<KeptDocument>(apiUrl.document(repository, "kept"), signal),
    initialData: page.snapshot === snapshot ? page : undefined,
    placeholderData: (previous: KeptDocument | undefined) => previous ?? page,
    staleTime: Infinity,
  });
  return data ?? page;
}
