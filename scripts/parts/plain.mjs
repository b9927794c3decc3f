/** A failure whose message is already the line a person should read. Everything else that is thrown is a bug. */
export class PlainFailure extends Error {
  /** @param {string} line one sentence, without a stack @param {string[]} [details] further lines, such as the end of a log */
  constructor(line, details = []) {
    super(line);
    this.details = details;
  }
}

/** Runs the body of a command: a PlainFailure becomes its lines on standard error and exit code 1. */
export async function runCommand(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    for (const line of [error.message, ...error.details]) process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/** Says on standard error what is going on; standard output is kept for results. */
export function tell(line) {
  process.stderr.write(`${line}\n`);
}
