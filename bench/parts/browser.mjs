import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { SYSTEM_CHROMIUM } from "../../scripts/parts/programs.mjs";

/** A Chromium that talks to nobody but the servers under measurement. Its sandbox does not run as root. */
export function launchBrowser() {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    args: [
      ...(root ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
    ],
    ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
  });
}

export const SCREEN = { width: 1_440, height: 900 };
