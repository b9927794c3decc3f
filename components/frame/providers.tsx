"use client";

import { useState, type ReactNode } from "react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { LiveProvider } from "./live";

/** What every client component may lean on: the query cache, the stream of changes and the URL's parameters. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 1000 } } }));
  return (
    <QueryClientProvider client={client}>
      <LiveProvider>
        <NuqsAdapter>{children}</NuqsAdapter>
      </LiveProvider>
    </QueryClientProvider>
  );
}
