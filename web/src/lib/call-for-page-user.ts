import { call, type CallBody, type CallResult, type OperationName } from './call.ts'
import { currentSession } from './session-store.ts'

/**
 * Runs something whose outcome ends the session or is reported outside the page. Never settles if another user has
 * signed in before it has ended: the page that waited is gone, and what it would do or say is not for that user.
 */
export const forPageUser = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const userId = currentSession()?.user.id
  const result = run()
  await result.catch(() => undefined) // the caller handles the failure
  const session = currentSession()
  if (session !== null && session.user.id !== userId) return new Promise(() => undefined)
  return result
}

/** Calls an operation. Like `forPageUser`, never settles if another user has signed in before it has ended. */
export const callForPageUser = <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
): Promise<CallResult<Name>> => forPageUser(() => call(name, body))
