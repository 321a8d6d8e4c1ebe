/** Replaces libraries that the prerender build does not use. */
export default {}
