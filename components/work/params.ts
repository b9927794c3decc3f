import { parseAsString, parseAsStringLiteral } from "nuqs";
import { OUTCOMES, SORTS, TURNS } from "./types";

/** What of the Work view stands in the address. */
export const workParams = {
  q: parseAsString.withDefault(""),
  outcome: parseAsStringLiteral(OUTCOMES),
  by: parseAsStringLiteral(TURNS).withDefault("goal"),
  sort: parseAsStringLiteral(SORTS).withDefault("worst"),
};
