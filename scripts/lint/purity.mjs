/** What keeps lib/contracts pure: the same bytes give the same verdict everywhere, at any time, whoever asks. */

const UNPURE_GLOBALS = [
  ...["process", "fetch", "performance", "crypto", "navigator", "window", "document", "globalThis", "global", "self"],
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "Buffer", "require", "module", "console"],
  ...["XMLHttpRequest", "WebSocket", "EventSource", "localStorage", "sessionStorage", "location"],
];

/** Packages that a contract may use: parsers that are pure themselves, and their types. */
const CONTRACT_PACKAGES = ["mdast-util-from-markdown", "mdast", "micromark-util-types"];

/** Rules for lib/contracts. Its packages are an allow-list, so React, Next.js and node:* need no names here. */
export const PURE_RULES = {
  "no-restricted-globals": [
    "error",
    ...UNPURE_GLOBALS.map((name) => ({ name, message: "Contracts are pure: no clock, no network, no environment." })),
  ],
  "no-restricted-properties": [
    "error",
    { object: "Date", property: "now", message: "Contracts have no clock: take the instant as an argument." },
    { object: "Math", property: "random", message: "Contracts have no chance: the same bytes give the same verdict." },
  ],
  "no-restricted-syntax": [
    "error",
    {
      selector: "NewExpression[callee.name='Date'][arguments.length=0]",
      message: "Contracts have no clock: give the instant.",
    },
    {
      selector: "CallExpression[callee.name='Date']",
      message: "Contracts have no clock: take the instant as an argument.",
    },
    {
      selector: "CallExpression[callee.property.name=/^toLocale/][arguments.length=0]",
      message: "The server's locale decides nothing here: name the locale.",
    },
    {
      selector: "CallExpression[callee.property.name='localeCompare'][arguments.length<2]",
      message: "The server's locale decides nothing here: name the locale, or compare code units.",
    },
  ],
  "@typescript-eslint/no-restricted-imports": [
    "error",
    {
      patterns: [
        {
          regex: `^(?!\\.{1,2}/|@/|(${CONTRACT_PACKAGES.join("|")})$)`,
          message: `Contracts are pure; the packages they may use are ${CONTRACT_PACKAGES.join(", ")}.`,
        },
      ],
    },
  ],
};

/** Rules for lib/api, which browsers load: types of the contracts and systems, never their code. */
export const TYPES_ONLY_RULES = {
  "@typescript-eslint/no-restricted-imports": [
    "error",
    {
      patterns: [
        {
          regex: "(^|/)(contracts|systems)(/|$)",
          allowTypeImports: true,
          message: "lib/api is safe for the browser: it takes only types from contracts and systems.",
        },
        { regex: "^(node:|server-only$)", message: "lib/api is safe for the browser." },
      ],
    },
  ],
};

/** Rules for what people see. The Content-Security-Policy blocks style attributes, and hydration does not repair them. */
export const MARKUP_RULES = {
  "react/no-danger": "error",
  "no-restricted-syntax": [
    "error",
    {
      selector: "JSXAttribute[name.name='style']",
      message: "The policy blocks style attributes: use a class, or element.style in a layout effect.",
    },
  ],
};
