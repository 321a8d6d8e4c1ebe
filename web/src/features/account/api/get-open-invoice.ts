import { call } from '../../../lib/call.ts'

/** The page on which the unpaid invoice is paid. Throws `CallError`. */
export const getOpenInvoice = () => call('get-open-invoice', {})
