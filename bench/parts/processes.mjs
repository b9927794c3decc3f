import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const TICK = 10;

/** Processor time that a process has used, in milliseconds (proc(5): utime and stime); null where the system does not tell. */
export function processorTime(pid) {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Memory that a process holds now, in megabytes (10^6 bytes); null where the system does not tell. */
export function residentMemory(pid) {
  return memoryLine(pid, "VmRSS");
}

/** The most that it has ever held; its children's is not in it. */
export function mostMemory(pid) {
  return memoryLine(pid, "VmHWM");
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid) {
  const text = read(`/proc/${pid}/task/${pid}/children`) ?? "";
  return text.split(" ").filter((part) => part.trim() !== "");
}

function memoryLine(pid, name) {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(read(`/proc/${pid}/status`) ?? "");
  return kilobytes === null ? null : (Number(kilobytes[1]) * 1_024) / 1e6;
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
