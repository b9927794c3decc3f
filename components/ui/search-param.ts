import { debounce, parseAsString } from "nuqs";

/** The address follows a search field once so many milliseconds passed without a letter. */
const PAUSE = 250;

/**
 * What a search field holds, as a parameter of the address. The view answers every letter at once; the address waits for a pause,
 * because each change of it makes the router look at every view and link of the page again.
 */
export const searchParam = parseAsString.withDefault("").withOptions({ limitUrlUpdates: debounce(PAUSE) });
