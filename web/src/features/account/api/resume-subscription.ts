import { call } from '../../../lib/call.ts'

/** Takes a cancellation back. Throws `CallError`. */
export const resumeSubscription = () => call('resume-subscription', {})
