/** Nothing is set: the yardstick is Next as it comes. */
export default {};
