/**
 * Tells whether a failure to start the app is due to a browser that lacks syntax or functions which our scripts use. A
 * script that did not arrive fails with a TypeError, too: Chrome, Firefox and Safari then name the module or its MIME type.
 */
export const isTooOld = (failure: unknown): boolean =>
  failure instanceof SyntaxError ||
  failure instanceof ReferenceError ||
  (failure instanceof TypeError && !/module|MIME/.test(failure.message))
