import { parseAsStringLiteral } from "nuqs";
import { searchParam } from "../ui/search-param";
import { OUTCOMES, SORTS, TURNS } from "./types";

/** What of the Work view stands in the address. */
export const workParams = {
  q: searchParam,
  outcome: parseAsStringLiteral(OUTCOMES),
  by: parseAsStringLiteral(TURNS).withDefault("goal"),
  sort: parseAsStringLiteral(SORTS).withDefault("worst"),
};
