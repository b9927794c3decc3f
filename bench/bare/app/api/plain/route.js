/** The same at an address without parameters, which Next answers faster: told beside the figure. */
export { GET } from "../repos/[owner]/[repo]/registry/route.js";
export const dynamic = "force-dynamic";
