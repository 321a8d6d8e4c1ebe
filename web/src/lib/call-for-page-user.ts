import { call, type CallBody, type CallResult, type OperationName } from './call.ts'
import { currentSession } from './session-store.ts'

/**
 * Calls an operation whose outcome ends the session or is reported outside the page. Never settles if another user has
 * signed in before the response: the page that waited is gone, and what it would do or say is not for that user.
 */
export const callForPageUser = async <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
): Promise<CallResult<Name>> => {
  const userId = currentSession()?.user.id
  const result = call(name, body)
  await result.catch(() => undefined) // the caller handles the failure
  const session = currentSession()
  if (session !== null && session.user.id !== userId) return new Promise(() => undefined)
  return result
}
