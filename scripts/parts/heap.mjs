/**
 * How Node.js manages the memory of a server that stays: by itself the heap grows to several times of what is in use before it is swept.
 * The container's image says the same.
 */
export const HEAP = ["--heap-growing-percent=40"];
