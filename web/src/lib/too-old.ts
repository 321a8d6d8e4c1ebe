/**
 * Browsers word a missing function differently: 'x is not a function', 'undefined is not an object', 'x is undefined'.
 */
const namesMissingFunction = /not a (?:function|constructor)|undefined/

/**
 * Returns whether a failure is due to a browser that lacks syntax or functions which our scripts use. A mistake of ours
 * can look the same, so texts say that the browser may be too old. A file that did not arrive fails with a TypeError,
 * too.
 */
export const isTooOld = (failure: unknown): boolean =>
  failure instanceof SyntaxError ||
  failure instanceof ReferenceError ||
  (failure instanceof TypeError && namesMissingFunction.test(failure.message))

/**
 * Returns whether code has arrived and threw this. Browsers report code that has not arrived with a TypeError that names
 * no missing value.
 */
export const isThrown = (failure: unknown): boolean =>
  !(failure instanceof TypeError) || /not a (?:function|constructor)|undefined|null/.test(failure.message)
