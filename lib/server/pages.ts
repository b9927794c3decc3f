import "server-only";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type {
  AgentDocument,
  BaselineDocument,
  EvidenceDocument,
  Hydrated,
  KeptDocument,
  PieceDocument,
  RegistryDocument,
  ReposDocument,
  StatusDocument,
  WorkDocument,
} from "@/lib/systems/squad/document-types";
import { baselineFor } from "./baseline";
import { agentFor, documentFor, serializedFor, statusFor } from "./documents";
import { isAllowedHost } from "./hosts";
import { keptFor } from "./kept";
import { repos } from "./overview";
import { pieceFor } from "./pieces";
import type { Attention } from "./attentions";
import type { Repository } from "./repository";
import { attended } from "./routes";
import type { Fault } from "./config-faults";
import { openedRuntime, runtime, SettingsError } from "./runtime";
import { firstRows, firstTasks, firstEvidence, MAX_HYDRATED } from "./first-rows";

/** What pages read. Each call checks the request's host as the API's guard does, since no check may live in proxy.ts alone. */

/** What is wrong with the configuration, by name of its file; null: it can be used. Shown to loopback alone, which needs no settings. */
export async function readFaults(): Promise<{ file: string; faults: readonly Fault[] } | null> {
  try {
    runtime();
    return null;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    if (!isAllowedHost((await headers()).get("host"), [])) notFound();
    return { file: error.file, faults: error.faults };
  }
}

export async function readRepos(): Promise<ReposDocument> {
  await checkHost();
  return repos();
}

/** null: the configuration has no such repository; so for every reader below. */
export async function readStatus(name: string): Promise<StatusDocument | null> {
  const repository = await find(name);
  return repository === null ? null : statusFor(repository);
}

export async function readRegistryPage(name: string): Promise<Hydrated<RegistryDocument> | null> {
  const repository = await find(name);
  if (repository === null) return null;
  const document = documentFor(repository, "registry");
  return small(repository, "registry")
    ? { document, partial: false }
    : { document: firstRows(document), partial: true };
}

export async function readWorkPage(name: string): Promise<Hydrated<WorkDocument> | null> {
  const repository = await find(name, "work");
  if (repository === null) return null;
  const document = documentFor(repository, "work");
  return small(repository, "work") ? { document, partial: false } : { document: firstTasks(document), partial: true };
}

export async function readEvidencePage(name: string): Promise<Hydrated<EvidenceDocument> | null> {
  const repository = await find(name);
  if (repository === null) return null;
  const document = documentFor(repository, "evidence");
  return small(repository, "evidence")
    ? { document, partial: false }
    : { document: firstEvidence(document), partial: true };
}

export async function readKept(name: string): Promise<KeptDocument | null> {
  const repository = await find(name);
  return repository === null ? null : keptFor(repository);
}

export async function readAgentPage(name: string, id: string): Promise<Hydrated<AgentDocument> | null> {
  const repository = await find(name);
  return repository === null ? null : { document: agentFor(repository, id), partial: false };
}

export async function readBaselinePage(name: string): Promise<BaselineDocument | null> {
  const repository = await find(name);
  return repository === null ? null : baselineFor(repository);
}

export async function readPiecePage(name: string, address: string): Promise<PieceDocument | null> {
  const repository = await find(name);
  return repository === null ? null : pieceFor(repository, address);
}

async function find(name: string, open: Attention = "repository"): Promise<Repository | null> {
  await checkHost();
  const [owner = "", repo = ""] = name.split("/");
  return attended({ owner, repo }, open);
}

async function checkHost(): Promise<void> {
  const host = (await headers()).get("host");
  const { settings } = await openedRuntime();
  if (!isAllowedHost(host, settings.hosts)) notFound();
}

/** "Documents to 64 kB are hydrated into react-query; of larger ones the page carries 50 rows and the counts." */
function small(repository: Repository, kind: "registry" | "work" | "evidence"): boolean {
  return serializedFor(repository, kind).bytes.byteLength <= MAX_HYDRATED;
}
