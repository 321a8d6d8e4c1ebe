import { refreshAccess } from '../../../lib/access.ts'
import { call, CallError, type CallAnswer, type CallBody, type OperationName } from '../../../lib/call.ts'

/**
 * Calls an operation as an admin. Where the server says that the person is none any more, their access is read
 * again, and the area leads them away. Throws as `call` does.
 */
export const adminCall = async <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
): Promise<CallAnswer<Name>> => {
  try {
    return await call(name, body)
  } catch (failure) {
    if (failure instanceof CallError && failure.code === 'forbidden') void refreshAccess()
    throw failure
  }
}
