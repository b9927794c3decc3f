import { createHash } from "node:crypto";
import type { Answer, Millis, Sha256 } from "@/lib/contracts/core/look";
import type { CardBytes, ThreadBytes } from "@/lib/sources/source";
import { failed, type Call, type Refusal } from "../shared/call";
import { TooMany, type Folder } from "./folder";
import { isGone, sayFault, withFolder } from "./folder-failure";
import { readWhole } from "./read-file";
import { StatCache } from "./stat-cache";
import { MAX_EXPORT_BYTES, readCards, readComments, type Envelope } from "./thread-envelope";

const NAME = "The folder of exported threads";
const CARDS = "issues.json";
const THREAD = /^([1-9]\d*)\.json$/;
/** Names that the folder may hold. */
const MAX_NAMES = 100_000;

const NO_ISSUE: Refusal = { answer: "absent", what: "issue" };
const NO_PATH: Refusal = { answer: "absent", what: "path" };

type Read<T> = Answer<{ readonly items: readonly T[]; readonly sha256: Sha256; readonly size: number }>;

/**
 * Threads that the operator exported: `<number>.json`, and `issues.json` for titles. They are read from the configured
 * folder alone, never from a commit, and never through a link inside it.
 */
export class ThreadFolder {
  private readonly digests: StatCache<Sha256>;

  /** @param path null: no threads are configured */
  constructor(
    private readonly path: string | null,
    now: () => Millis,
  ) {
    this.digests = new StatCache(MAX_NAMES, now);
  }

  /** The numbers in the names of the files, ascending, also of files that turn out not to be readable. */
  async origins(call: Call): Promise<Answer<readonly number[]>> {
    if (this.path === null) return { answer: "value", value: [] };
    return this.within(call, async (folder) => {
      const numbers = (await folder.names(MAX_NAMES)).map((name) => Number(THREAD.exec(name)?.[1]));
      return { answer: "value", value: numbers.filter(Number.isSafeInteger).sort((a, b) => a - b) };
    });
  }

  /** All comments of one thread; `unchanged` where the file's SHA-256 is the known one. */
  async thread(issue: number, known: Sha256 | null, call: Call): Promise<Answer<ThreadBytes>> {
    if (!Number.isSafeInteger(issue) || issue < 1) return NO_ISSUE;
    const read = await this.read(`${issue}.json`, known, readComments, NO_ISSUE, call);
    if (read.answer !== "value") return read;
    const { items, ...rest } = read.value;
    return { answer: "value", value: { issue, comments: items, ...rest } };
  }

  async cards(known: Sha256 | null, call: Call): Promise<Answer<CardBytes>> {
    const read = await this.read(CARDS, known, readCards, NO_PATH, call);
    if (read.answer !== "value") return read;
    const { items, ...rest } = read.value;
    return { answer: "value", value: { cards: items, ...rest } };
  }

  private async read<T>(
    file: string,
    known: Sha256 | null,
    parse: (bytes: Uint8Array, file: string) => Envelope<T>,
    absent: Refusal,
    call: Call,
  ): Promise<Read<T>> {
    if (this.path === null) return absent;
    return this.within(call, async (folder): Promise<Read<T>> => {
      try {
        return await this.readFrom(folder, file, known, parse, absent, call);
      } catch (error) {
        call.carryOn();
        if (error instanceof TooMany) throw error;
        return isGone(error)
          ? failed("io", `${file} was changed while it was being read.`)
          : failed("io", `${file} could not be read: ${sayFault(error)}.`);
      }
    });
  }

  private async readFrom<T>(
    folder: Folder,
    file: string,
    known: Sha256 | null,
    parse: (bytes: Uint8Array, file: string) => Envelope<T>,
    absent: Refusal,
    call: Call,
  ): Promise<Read<T>> {
    const stats = await folder.look(file);
    if (stats === null) return absent;
    if (stats.isSymbolicLink()) return unfit("link", `${file} is a symbolic link; links are never followed.`);
    if (stats.isDirectory()) return unfit("folder", `${file} is a folder, not a file.`);
    if (!stats.isFile()) return unfit("not-regular", `${file} is neither a file nor a folder.`);
    if (stats.size > MAX_EXPORT_BYTES)
      return unfit("too-large", `${file} has ${stats.size} bytes; at most ${MAX_EXPORT_BYTES} are read.`);
    if (known !== null && this.digests.get(stats) === known) return { answer: "unchanged" };
    const bytes = await readWhole(folder, file, stats, call);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    this.digests.set(stats, sha256);
    if (sha256 === known) return { answer: "unchanged" };
    const envelope = parse(bytes, file);
    if (!envelope.ok) return failed("malformed", envelope.detail);
    return { answer: "value", value: { items: envelope.items, sha256, size: bytes.length } };
  }

  private async within<T>(call: Call, work: (folder: Folder) => Promise<Answer<T>>): Promise<Answer<T>> {
    if (this.path === null) return NO_PATH;
    const answer = await withFolder<Answer<T>>(this.path, NAME, call, work);
    // A folder that was named but never made holds no threads yet; that is said, and is no missing permission.
    return answer.answer === "denied" && answer.status === 404 ? NO_PATH : answer;
  }
}

function unfit(why: "link" | "folder" | "not-regular" | "too-large", detail: string): Refusal {
  return { answer: "unfit", why, detail };
}
