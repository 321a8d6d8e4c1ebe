/** Stands in for libraries that the prerender build does not need. */
export default {}
