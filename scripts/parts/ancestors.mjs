import { readFileSync } from "node:fs";

const EVERY = 500;

/**
 * Calls `gone` once when the process that started us is gone: a server must not outlive the `npm start` it belongs to.
 * npm starts scripts through `sh -c`. A shell that is Debian's dash stays between npm and us, and outlives npm when that is
 * killed or hangs up; so under npm the shell's own parent is watched too, where the system tells it (Linux).
 */
export function whenParentIsGone(gone, env = process.env) {
  const parent = process.ppid;
  const shell = env.npm_lifecycle_event !== undefined && isShell(parent);
  const grandparent = shell ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === null || parentOf(parent) === grandparent)) return;
    clearInterval(timer);
    gone();
  }, EVERY);
  timer.unref();
}

function isShell(pid) {
  return /^(ba|da|a|z|k)?sh$/.test(stat(pid)?.name ?? "");
}

function parentOf(pid) {
  return stat(pid)?.parent ?? null;
}

/** proc(5): the second field is the name in parentheses, which may hold anything; the fourth is the parent. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const close = text.lastIndexOf(")");
    return { name: text.slice(text.indexOf("(") + 1, close), parent: Number(text.slice(close + 2).split(" ")[1]) };
  } catch {
    return null;
  }
}
