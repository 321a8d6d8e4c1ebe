import { Stripe } from 'stripe'
import type { RecordedCall } from './description.ts'
import { openTestAccount, type TestAccount } from './test-account.ts'

/** Opens a test account whose client records its calls. */
export const openRecordingAccount = async (): Promise<{ account: TestAccount; calls: RecordedCall[] }> => {
  const account = await openTestAccount()
  const calls: RecordedCall[] = []
  const recordingFetch: typeof fetch = async (address, options) => {
    const response = await fetch(address, options)
    calls.push({
      method: options?.method ?? 'GET',
      address: new Request(address).url,
      form: typeof options?.body === 'string' ? options.body : '',
      status: response.status,
      body: await response.clone().json(),
    })
    return response
  }
  const { port } = new URL(account.emulator.url)
  const stripe = new Stripe(account.emulator.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(recordingFetch),
  })
  return { account: { ...account, stripe }, calls }
}
