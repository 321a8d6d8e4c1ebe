import { call } from '../../../lib/call.ts'
import type { CallBody } from '../../../lib/call.ts'

/** The address of the hosted payment page. Throws `CallError`. */
export const createCheckout = (body: CallBody<'create-checkout'>) => call('create-checkout', body)
