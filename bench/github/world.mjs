import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importInto, streamOf } from "../../demo/fast-import.mjs";
import { makeBindings } from "../data/bindings.mjs";
import { makePicture } from "../data/picture.mjs";
import { makeRegistry } from "../data/registry.mjs";

const REGISTRY = ".squad/casting/registry.json";
const AGENTS = 6;
const FIRST_GOAL = 40;
const MINUTE = 60_000;
const AUTHOR = { name: "Bench", email: "bench@muster.example" };
const MAIN = "commit refs/heads/main\n";
const DONE = "done\n";

/**
 * Repositories of an emulated GitHub. All are branches of one bare git repository, each with a registry of its own, so that hundreds of
 * them need one git and not hundreds.
 * @typedef {{ name: string, goals: number, comments: number, rows: number }} Spec `comments`: in each goal's thread, its artifact among them;
 *   `rows`: the artifact's tasks. The branch has the repository's own name, without its owner
 */
export class Squads {
  #folder = mkdtempSync(join(tmpdir(), "muster-bench-"));
  #repositories = new Map();
  #numbers = new Map();
  #pushes = new Map();
  #registry = makeRegistry(AGENTS);

  constructor(github, actions, start) {
    this.github = github;
    this.actions = actions;
    this.start = start;
  }

  /** @param {readonly Spec[]} specs */
  async lay(specs) {
    for (const { name } of specs) this.#numbers.set(name, this.#numbers.size + 1);
    const gitDir = join(this.#folder, `${this.#repositories.size}.git`);
    const pictures = this.#pictures();
    const branches = specs.map(({ name }, index) => {
      const files = new Map([[REGISTRY, Buffer.from(this.#registryOf(name, 0))], ...pictures]);
      const commit = { date: "2026-09-21T20:00:00Z", author: AUTHOR, message: `Publish ${name}`, files };
      const stream = streamOf([commit]);
      const head = index === 0 ? MAIN : `commit refs/heads/${branchOf(name)}\n`;
      return Buffer.concat([Buffer.from(head), stream.subarray(MAIN.length, -DONE.length)]);
    });
    await importInto(gitDir, Buffer.concat([...branches, Buffer.from(DONE)]));
    let git = null;
    for (const spec of specs) {
      const repository = this.github.addRepository(spec.name, { gitDir });
      git ??= repository.git;
      repository.git = git;
      this.#repositories.set(spec.name, repository);
      for (let goal = 0; goal < spec.goals; goal += 1) this.#goal(repository, spec, goal);
    }
    const [first] = specs;
    await git.point(`refs/heads/${branchOf(first.name)}`, await git.commitOf("main"));
  }

  /** Another revision of a registry. `agent`: what its first agent is called from then on. Gives the repository. */
  async push(name, agent = null) {
    const count = (this.#pushes.get(name) ?? 0) + 1;
    this.#pushes.set(name, count);
    const repository = this.#of(name);
    await repository.push({ [REGISTRY]: this.#registryOf(name, count, agent) }, { branch: branchOf(name) });
    return repository;
  }

  /** A person's comment in the thread of a repository's first goal. */
  comment(name) {
    this.#of(name).addComment(FIRST_GOAL, "One more word about this goal, from a person.");
  }

  end() {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #of(name) {
    const repository = this.#repositories.get(name);
    if (repository === undefined) throw new Error(`There is no ${name}.`);
    return repository;
  }

  #goal(repository, { name, comments, rows }, number) {
    const issue = FIRST_GOAL + number;
    const target = { repository: name, origin: issue, revision: 4, first: 1_000 * (number + 1) };
    const bindings = makeBindings(rows, this.#registry.ids, target);
    repository.addIssue({ number: issue, title: `Goal ${number}` });
    for (const named of new Set(bindings.flatMap((row) => [row.issue, row.epic_issue])))
      repository.addIssue({ number: Number(named.slice(1)), title: `Task ${named}` });
    // One a minute, the artifact first: a list of comments in the order of their times has no two of one time.
    const at = (place) => new Date(this.start - (comments - place) * MINUTE);
    repository.addComment(issue, artifact(issue, bindings), { author: this.actions, at: at(0) });
    for (let said = 1; said < comments; said += 1)
      repository.addComment(issue, `Comment ${said}: ${"what somebody has to say about it, ".repeat(6)}`, {
        at: at(said),
      });
  }

  #pictures() {
    const { agents } = JSON.parse(this.#registry.text);
    return Object.values(agents).flatMap(({ avatar }, index) => (avatar ? [[avatar.path, makePicture(index)]] : []));
  }

  /** The same agents everywhere, and yet no two registries with the same bytes. */
  #registryOf(name, pushes, agent = null) {
    const number = 0x1000_0000 + this.#numbers.get(name);
    const { text } = this.#registry;
    const [first] = Object.values(JSON.parse(text).agents);
    return (agent === null ? text : text.replaceAll(JSON.stringify(first.persistent_name), JSON.stringify(agent)))
      .replace("52ab75df", number.toString(16))
      .replace('"revision": 4', `"revision": ${4 + pushes}`);
  }
}

export function branchOf(name) {
  return name.slice(name.indexOf("/") + 1);
}

function artifact(issue, rows) {
  const envelope = { squad_artifact: "activated", schema_version: "1", origin_issue: issue, phases: [] };
  return [
    "## Plan Activated",
    fenced("Activation bindings:", JSON.stringify(rows)),
    fenced("Structured data:", JSON.stringify(envelope)),
  ].join("\n\n");
}

function fenced(label, text) {
  return `${label}\n\`\`\`json\n${text}\n\`\`\``;
}
