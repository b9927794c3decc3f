export const THEME_COOKIE = "muster-theme";

/** The theme that a cookie asks for; undefined: as the reader's system has it. */
export function themeOf(cookie: string | undefined): "light" | "dark" | undefined {
  return cookie === "light" || cookie === "dark" ? cookie : undefined;
}
