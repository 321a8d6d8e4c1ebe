import { call } from '../../../lib/call.ts'

/** Whether the person subscribes, by the payment provider's word if need be. Throws `CallError`. */
export const checkSubscription = () => call('check-subscription', {})
