/** Stands in for the app's spinner: nothing is being loaded for a row before the app is ready. */
export const Spinner = (): null => null
