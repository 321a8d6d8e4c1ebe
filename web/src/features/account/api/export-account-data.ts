import { call } from '../../../lib/call.ts'

/** Everything that is held about the person. Throws `CallError`. */
export const exportAccountData = () => call('export-account-data', {})
