import type { Fault, Manner } from "./fault";

/** The answer breaks off: the headers promise all of it, and the connection is cut after `bytes`, by default in the middle. */
export function truncated(bytes?: number): Fault {
  return {
    name: "truncated",
    async deliver({ genuine }) {
      const answer = await genuine();
      return { answer, manner: { how: "truncated", bytes: bytes ?? Math.floor(answer.body.length / 2) } };
    },
  };
}

/** The connection is cut before a word of the answer. */
export function cut(): Fault {
  return mannered("cut", { how: "cut" });
}

/** The answer comes, a byte every `pause` milliseconds. */
export function drip(pause = 20): Fault {
  return mannered("drip", { how: "drip", pause });
}

/** The answer is followed by blanks without an end, which JSON does not mind. */
export function endless(): Fault {
  return mannered("endless", { how: "endless" });
}

/** Nothing comes, and the connection stays open until the client gives up. */
export function silence(): Fault {
  return mannered("silence", { how: "silence" });
}

function mannered(name: string, manner: Manner): Fault {
  return { name, deliver: async ({ genuine }) => ({ answer: await genuine(), manner }) };
}
