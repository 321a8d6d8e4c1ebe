import { sendPasswordResetEmail } from '../../../shared/contract/identity.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { accountRepository } from '../account.repository.ts'
import { forOwner, type LinkMailNeeds, mailSignIn } from '../link-mail.ts'
import { linkRepository } from '../link.repository.ts'
import { resetLanding } from '../reset-landing.ts'

const handle: Handle<typeof sendPasswordResetEmail, LinkMailNeeds> = async ({ body, now }, needs) => {
  const redirect = resetLanding(body.redirectTo, needs.siteUrl)
  await forOwner(needs.accounts, body.email, (profile) =>
    mailSignIn(needs, profile, { type: 'recovery', redirect, template: 'reset-password' }, now),
  )
  return { data: { success: true } }
}

const table = new Table()
export const handler = serve(
  sendPasswordResetEmail,
  handle,
  { accounts: accountRepository(table), links: linkRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
