import { call } from '../../../lib/call.ts'

/** The profile of the signed-in person. Throws `CallError`. */
export const getProfile = () => call('get-profile', {})
