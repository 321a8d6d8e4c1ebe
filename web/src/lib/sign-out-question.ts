/** Returns what to ask before the user signs out. Undefined if nothing runs that a sign-out would stop. */
type SignOutQuestion = () => string | undefined

let questionNow: SignOutQuestion = () => undefined

/** Sets the question for this tab. It is evaluated when the user signs out. */
export const setSignOutQuestion = (question: SignOutQuestion): void => {
  questionNow = question
}

/** Asks the question, if there is one. Returns whether the user may be signed out. */
export const confirmSignOut = (): boolean => {
  const question = questionNow()
  // Uses the browser's own dialog, because every page has the button and few users see the question.
  return question === undefined || window.confirm(question)
}
