import type { EmailContent } from '#shared/contract/email.ts'
import { minutesOf, type Pass } from '#shared/rules/pass.ts'
import * as paths from '#shared/values/site-map.ts'

/** Creates the email to the holder of a pass that is over. */
export const passOverEmail = (pass: Pass, siteUrl: string): EmailContent => ({
  template: 'pass-over',
  // A pass that is given up without a start has ended too, but has not expired.
  used: pass.startedAt !== undefined || pass.endedAt !== undefined,
  minutes: minutesOf(pass),
  link: `${siteUrl}${paths.liveChat}`,
})
