/** One channel for each database. What is told on it begins with the process that told it, which has heard it already. */
export const CHANNEL = "muster";
