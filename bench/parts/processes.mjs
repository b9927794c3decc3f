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
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? "");
  return kilobytes === null ? null : (Number(kilobytes[1]) * 1_024) / 1e6;
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
