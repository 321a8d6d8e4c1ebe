import { call, CallError, type CallResult } from './call.ts'

export type Billing = CallResult<'get-billing'>

/** Waits for a call about payments. If there is no response, throws an `Error` that says what the user can check. */
export const withOfflineText = async <Result>(response: Promise<Result>): Promise<Result> => {
  try {
    return await response
  } catch (failure) {
    if (failure instanceof CallError && failure.status === 0)
      throw new Error('You seem to be offline. Please check your connection and try again.', {
        cause: failure,
      })
    throw failure
  }
}

/** Returns the account's billing: price, open balance, payments. Throws an `Error` with a message to show. */
export const getBilling = (): Promise<Billing> => withOfflineText(call('get-billing', {}))

/** Returns the address of the page to pay the open invoice. Throws `CallError` when the call fails. */
export const getOpenInvoice = () => call('get-open-invoice', {})
