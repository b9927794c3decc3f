import { record, Squad } from "./squad";
import { activation, comment, issue, row } from "./thread";

/** Texts that somebody may write into a record, a title or a login to run something, to lead somewhere, or to look like another. */
export const SCRIPT = "</script><script>window.hit=1</script>";
export const IMAGE = '"><img src=x onerror="window.hit=2">';
export const LINK = "[Kepler](javascript:window.hit=3)";
const URL_TEXT = "https://evil.example/@kepler";
const TURNED = "Kep\u202Eler\u202C";
export const LONG = "W".repeat(10_000);
const CHAIN = "👩‍🚀🧭".repeat(500);
const BELL = "A\u0007B\u0000C\u009BD";

export const AGENTS: Readonly<Record<string, Record<string, unknown>>> = {
  "script-name": record(SCRIPT, { role: SCRIPT, universe: SCRIPT }),
  "image-name": record(IMAGE, { role: IMAGE, universe: IMAGE }),
  "link-name": record(LINK, { role: URL_TEXT, universe: "javascript:window.hit=4" }),
  "turned-name": record(TURNED, { role: "\u2067Warden\u2069", universe: "\u200E\u200F" + "mirror" }),
  "hidden-name": record("Ze\u200Br\uFEFFo", { role: "Ro\u00ADle", universe: "uni\u2060verse" }),
  "long-name": record(LONG, { role: `role ${LONG}`, universe: LONG }),
  "emoji-name": record(CHAIN, { role: "🧭 Navigator" }),
  "hebrew-name": record("שלום עולם", { role: "مرحبا بالعالم", universe: "עולם" }),
  "bell-name": record(BELL),
  "template-name": record("{{7*7}} ${7*7} <%= 7*7 %> %s %d", { role: "&lt;b&gt;bold&lt;/b&gt;" }),
  constructor: record("__proto__", { role: "toString" }),
  gone: record(`Gone ${IMAGE}`, { status: "retired", retired_at: "2026-09-20T20:00:00.000Z" }),
};
const BROKEN = {
  [`${IMAGE}${LONG}`]: record("Broken one"),
  "tur\u202Ened": record("Broken two"),
  "": record("Broken three"),
  "half \uD800 pair": record("Broken four"),
};

export const HOSTILE_IDS = [...Object.keys(AGENTS)].sort();
const rows = HOSTILE_IDS.map((id, i) =>
  row(1, {
    task: `${i + 1}`,
    issue: `#${200 + i}`,
    epic: `1.1 ${IMAGE}`,
    agent_id: id,
    epic_agent_ids: HOSTILE_IDS,
  }),
);

/** A squad whose every text is hostile: a complete registry, an artifact that binds all of it, a refused one, a look-alike. */
export function hostileSquad(): Squad {
  const squad = new Squad();
  squad.registry(AGENTS);
  const stranger = { login: `\u202E${IMAGE}`, id: 99, type: "User" };
  squad.thread("1", [comment(11, activation(1, rows)), comment(12, `squad_artifact ${SCRIPT}`, stranger)]);
  const refused = [row(2, { task: LINK, issue: `#aw_${IMAGE}`, agent_id: `\u202E${SCRIPT}`, epic_agent_ids: [LONG] })];
  squad.thread("2", [comment(21, activation(2, refused))]);
  const titles = [IMAGE, SCRIPT, LINK, TURNED, LONG, CHAIN, BELL, URL_TEXT, "שלום עולם"];
  squad.thread("issues", [
    issue(1, IMAGE),
    issue(2, LONG),
    issue(101, TURNED),
    ...HOSTILE_IDS.map((_, i) => issue(200 + i, titles[i % titles.length] ?? "", i % 2 === 0 ? "open" : "closed")),
  ]);
  return squad;
}

/** The same records beside three that are excluded, under keys that are hostile too. */
export function brokenSquad(): Squad {
  const squad = new Squad();
  squad.registry({ ...AGENTS, ...BROKEN });
  return squad;
}
