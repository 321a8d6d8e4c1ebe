import { call } from '../../../lib/call.ts'

/** Stops the renewal; access is kept to the end of the period. Throws `CallError`. */
export const cancelSubscription = () => call('cancel-subscription', {})
