import { call } from '../../../lib/call.ts'

/** Deletes the account for good. Throws `CallError`. */
export const deleteAccount = () => call('delete-account', {})
