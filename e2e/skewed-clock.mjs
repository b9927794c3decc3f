/** Loaded into a server under test (`node --import`): its clock is ahead by MUSTER_TEST_SKEW milliseconds. Timers run as ever. */
const skew = Number(process.env.MUSTER_TEST_SKEW ?? "0");
const Real = globalThis.Date;
const now = () => Real.now() + skew;

globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (_, given) => (given.length === 0 ? new Real(now()) : new Real(...given)),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
