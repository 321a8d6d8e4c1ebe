import { call, CallError, type CallResult } from './call.ts'

export type Billing = CallResult<'get-billing'>

/** Returns the account's billing: price, open balance, payments. Throws an `Error` with a message to show. */
export const getBilling = async (): Promise<Billing> => {
  try {
    return await call('get-billing', {})
  } catch (failure) {
    if (failure instanceof CallError && failure.status === 0)
      throw new Error('You seem to be offline. Please check your connection and try again.', {
        cause: failure,
      })
    throw failure
  }
}

/** Returns the address of the page to pay the open invoice. Throws `CallError` when the call fails. */
export const getOpenInvoice = () => call('get-open-invoice', {})
