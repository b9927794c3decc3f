/**
 * The demo's repositories, in the order of the overview's rail. `read`: at a commit of a bare repository made from the plain files, or the
 * plain files themselves. `threads`: whether issue threads were exported for it.
 * @typedef {{ repository: string, read: "commit" | "worktree", threads: boolean }} DemoRepository
 * @type {readonly DemoRepository[]}
 */
export const DEMO_REPOSITORIES = [
  { repository: "harbor/causeway", read: "commit", threads: true },
  { repository: "harbor/jetty", read: "commit", threads: true },
  { repository: "harbor/lighthouse", read: "commit", threads: true },
  { repository: "harbor/mooring", read: "commit", threads: false },
  { repository: "harbor/sandbar", read: "commit", threads: false },
  { repository: "harbor/slipway", read: "commit", threads: false },
  { repository: "harbor/tidewater", read: "commit", threads: true },
  { repository: "orchard/cider", read: "commit", threads: true },
  { repository: "orchard/espalier", read: "worktree", threads: true },
  { repository: "orchard/pippin", read: "commit", threads: false },
  { repository: "orchard/quince", read: "commit", threads: true },
];
