import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** The system's limit for a socket's path is 107 bytes on Linux and 103 on macOS. */
const SHORT = 100;

/** A folder whose sockets can be reached however long its path is. */
export interface SocketFolder {
  at(name: string): string;
  close(): Promise<void>;
}

/** On Linux a long path is gone around through the open folder itself. */
export async function openSocketFolder(folder: string): Promise<SocketFolder> {
  const long = Buffer.byteLength(folder) > SHORT - 30;
  const handle: FileHandle | null = long && process.platform === "linux" ? await open(folder, "r") : null;
  return {
    at: (name) => join(handle === null ? folder : `/proc/self/fd/${handle.fd}`, name),
    close: async () => void (await handle?.close()),
  };
}
