import type { StripeOptions } from '../options.ts'

/** Options of a run that changes a sample account. */
export const sampleOptions: StripeOptions = {
  stage: 'dev',
  check: false,
  deletesOldEndpoints: false,
  site: 'https://d1.example',
  secretKey: 'sk_test_local',
  apiBase: undefined,
}
