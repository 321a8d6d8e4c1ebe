import { resendConfirmation } from '../../../shared/contract/identity.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { accountRepository } from '../account.repository.ts'
import { forOwner, type LinkMailNeeds, mailVerification } from '../link-mail.ts'
import { linkRepository } from '../link.repository.ts'

/** Mails a link only to an address that waits for one, and answers everybody alike. */
const handle: Handle<typeof resendConfirmation, LinkMailNeeds> = async ({ body, now }, needs) => {
  await forOwner(needs.accounts, body.email, async (profile) => {
    if (profile.email_verified_at === undefined) await mailVerification(needs, profile, now, body.plan)
  })
  return { success: true }
}

const table = new Table()
export const handler = serve(
  resendConfirmation,
  handle,
  { accounts: accountRepository(table), links: linkRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
