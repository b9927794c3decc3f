/** What is measured, as one bundle: the same code that the server runs, without types and without a loader at work. */
export { readJsonText } from "@/lib/contracts/core/json";
export { judgeBindings } from "@/lib/contracts/squad/binding-rules";
export { resolveBindings } from "@/lib/contracts/squad/bindings";
export { readRegistry } from "@/lib/contracts/squad/registry";
