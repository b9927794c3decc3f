"use client";

import { useEffect, useRef, useState } from "react";
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { DocumentError, fetchDocument } from "./fetch";
import { useLive } from "./live-context";
import { apiUrl } from "./urls";
import type {
  AgentDocument,
  Hydrated,
  EvidenceDocument,
  PieceDocument,
  RegistryDocument,
  ReposDocument,
  StatusDocument,
  WorkDocument,
} from "./documents";

export type { Hydrated };

/** Visible tabs ask for the status this often, in milliseconds. */
export const STATUS_EVERY = 10_000;
/** A question waits on the server this long for a change before it is answered unchanged, in milliseconds. */
const WAIT = 8_000;
/** Whom changes are told asks this seldom, in milliseconds: the server looks often for 30 s after a question. */
const LIVE_EVERY = 25_000;
/** A look may take so long to be done, in milliseconds. */
const LOOK_TAKES = 1_000;

/**
 * The status of one repository: what changes with time. While the tab is visible and changes are told to it, it is asked when one is
 * told, and once after each look, every 10 to 25 s. Else it is asked every 10 s; the server answers at once when the snapshot changes
 * meanwhile, so a change on disk reaches the screen within seconds.
 * @param view what is open, where the server keeps something fresh for it alone
 */
export function useStatus(repository: string, initial: StatusDocument, view: "work" | null = null): StatusDocument {
  const visible = useVisible();
  const settled = useSettled();
  const live = useLive() === "live";
  const latest = useRef(initial.snapshot);
  const { data } = useQuery({
    queryKey: ["status", repository],
    queryFn: async ({ signal }) => {
      const asks = new URLSearchParams(live ? {} : { after: latest.current, wait: String(WAIT) });
      if (view !== null) asks.set("view", view);
      const query = asks.toString();
      const url = `${apiUrl.document(repository, "status")}${query === "" ? "" : `?${query}`}`;
      const next = await fetchDocument<StatusDocument>(url, signal);
      latest.current = next.snapshot;
      return next;
    },
    initialData: initial,
    enabled: visible && (settled || live),
    staleTime: 0,
    refetchOnMount: false,
    refetchInterval: ({ state }) => (live ? untilLook(state.data?.data, STATUS_EVERY) : STATUS_EVERY - WAIT),
    refetchOnWindowFocus: true,
  });
  return data;
}

/** The registry document of the snapshot that `status` names. It is fetched again only when that changes. */
export function useRegistry(repository: string, snapshot: string, page: Hydrated<RegistryDocument>) {
  return useSnapshotDocument<RegistryDocument>(
    ["registry", repository],
    snapshot,
    apiUrl.document(repository, "registry"),
    page,
  );
}

export function useWork(repository: string, snapshot: string, page: Hydrated<WorkDocument>) {
  return useSnapshotDocument<WorkDocument>(["work", repository], snapshot, apiUrl.document(repository, "work"), page);
}

export function useEvidence(repository: string, snapshot: string, page: Hydrated<EvidenceDocument>) {
  return useSnapshotDocument<EvidenceDocument>(
    ["evidence", repository],
    snapshot,
    apiUrl.document(repository, "evidence"),
    page,
  );
}

export function useAgent(repository: string, id: string, snapshot: string, page: Hydrated<AgentDocument>) {
  return useSnapshotDocument<AgentDocument>(["agent", repository, id], snapshot, apiUrl.agent(repository, id), page);
}

/**
 * One piece of evidence; null while no address is open.
 * @param page the piece that the page brought, used where it is the one asked for
 */
export function usePiece(
  repository: string,
  snapshot: string,
  address: string | null,
  page: PieceDocument | null = null,
): UseQueryResult<PieceDocument> {
  const brought = page !== null && page.data.address === address && page.snapshot === snapshot;
  return useQuery({
    queryKey: ["piece", repository, address, snapshot],
    queryFn: ({ signal }) => fetchDocument<PieceDocument>(apiUrl.piece(repository, address ?? ""), signal),
    enabled: address !== null,
    initialData: brought ? page : undefined,
    placeholderData: (previous) => (previous?.data.address === address ? previous : undefined),
    staleTime: Infinity,
    // What the server refuses it refuses again.
    retry: (failures, error) => failures < 1 && !(error instanceof DocumentError && error.problem.status < 500),
  });
}

/** The overview has no one snapshot to wait for, so it is asked more often: a change shows within 5 s there too. */
export const REPOS_EVERY = 4_000;

/** The overview, asked while the tab is visible: often, or, while changes are told to it, when one is told and after looks. */
export function useRepos(initial: ReposDocument): ReposDocument {
  const visible = useVisible();
  const live = useLive() === "live";
  const { data } = useQuery({
    queryKey: ["repos"],
    queryFn: ({ signal }) => fetchDocument<ReposDocument>(apiUrl.repos(), signal),
    initialData: initial,
    enabled: visible,
    staleTime: REPOS_EVERY,
    refetchInterval: ({ state }) => (live ? untilLook(state.data?.data, REPOS_EVERY) : REPOS_EVERY),
  });
  return data;
}

/** Asks for a new look at the repository now. Gives whether one was started, or how long to wait. */
export function useRevalidate(repository: string): () => Promise<{ ok: boolean; text: string }> {
  const client = useQueryClient();
  return async () => {
    try {
      const response = await fetch(apiUrl.revalidate(repository), { method: "POST" });
      const said = (await response.json()) as { detail?: string };
      await client.invalidateQueries({ queryKey: ["status", repository] });
      return { ok: response.ok, text: said.detail ?? "" };
    } catch {
      return { ok: false, text: "Muster did not answer. Nothing is lost; try again." };
    }
  };
}

export interface Shown<T> {
  readonly document: T;
  /** The page shows the first rows while the rest is on its way. */
  readonly partial: boolean;
  /** The newest document could not be fetched; what is shown is the one before. */
  readonly failed: boolean;
}

function useSnapshotDocument<T extends { snapshot: string }>(
  key: readonly string[],
  snapshot: string,
  url: string,
  page: Hydrated<T>,
): Shown<T> {
  const whole = !page.partial && page.document.snapshot === snapshot;
  const query = useQuery({
    queryKey: [...key, snapshot],
    queryFn: ({ signal }) => fetchDocument<T>(url, signal),
    initialData: whole ? page.document : undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return {
    document: query.data ?? page.document,
    partial: query.data === undefined && page.partial,
    failed: query.isError,
  };
}

/** So long until the next look is done: then the ages on screen are others. Never sooner than `least`. */
function untilLook(data: { now: string; nextLookAt: string | null } | undefined, least: number): number {
  if (data === undefined || data.nextLookAt === null) return LIVE_EVERY;
  const left = Date.parse(data.nextLookAt) - Date.parse(data.now) + LOOK_TAKES;
  return Math.min(Math.max(left, least), LIVE_EVERY);
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    update();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return visible;
}

/** The page brings its own status: the first question can wait until the page has settled. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), STATUS_EVERY - WAIT);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
