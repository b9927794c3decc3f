import type { Locator } from "@playwright/test";

export interface ReadRow {
  /** The cells' words as people see or hear them, from the first to the last. */
  readonly cells: readonly string[];
  /** Addresses of the pictures in the row. */
  readonly pictures: readonly string[];
  /** Where the links of the row lead. */
  readonly links: readonly string[];
}

/** The body rows of a table, in order. */
export async function rowsOf(table: Locator): Promise<ReadRow[]> {
  return table.getByRole("row").evaluateAll((rows) =>
    rows
      .filter((row) => row.querySelector("[role=columnheader]") === null)
      .map((row) => ({
        cells: [...row.children].map((cell) =>
          (cell instanceof HTMLElement ? cell.innerText : "").replace(/\s+/g, " ").trim(),
        ),
        pictures: [...row.querySelectorAll("img")].map((picture) => picture.getAttribute("src") ?? ""),
        links: [...row.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
      })),
  );
}
