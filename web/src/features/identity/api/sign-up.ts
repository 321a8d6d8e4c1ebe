import { callAsGuest } from '../../../lib/call.ts'
import type { CallBody } from '../../../lib/call.ts'

/** Creates the account; the link that verifies it comes by e-mail. Throws `CallError`. */
export const signUp = (body: CallBody<'sign-up'>) => callAsGuest('sign-up', body)
