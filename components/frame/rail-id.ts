/** The rail is a native popover on narrow screens; its button names it. */
export const RAIL = "rail";
