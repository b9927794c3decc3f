"use client";

import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/button";
import { THEME_COOKIE } from "./theme";

const YEAR = 31_536_000;

/** Switches between light and dark, and remembers it for the next page in a cookie that the root layout reads. */
export function ThemeToggle() {
  return (
    <IconButton label="Switch between light and dark" onClick={toggle}>
      <Icon name="sun" />
    </IconButton>
  );
}

function toggle() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `${THEME_COOKIE}=${root.dataset.theme}; path=/; max-age=${YEAR}; samesite=lax`;
}
