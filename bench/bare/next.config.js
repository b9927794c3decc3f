/** Nothing is set: the yardstick is Next as it comes. */
const config = {};

export default config;
