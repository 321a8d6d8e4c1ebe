import { resendConfirmation } from '#shared/contract/identity.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { accountRepository } from '../account.repository.ts'
import { type LinkEmailDependencies, resendVerificationEmail } from '../link-email.ts'
import { linkRepository } from '../link.repository.ts'
import { pendingSignUpRepository } from '../pending-sign-up.repository.ts'

/** Sends an email only if the address has a pending sign-up. The response is the same for every address. */
export const handle: Handle<typeof resendConfirmation, LinkEmailDependencies> = async (
  { body, now },
  deps,
) => {
  await resendVerificationEmail(deps, body.email, body.plan, now)
  return { success: true }
}

const table = new Table()
export const handler = serve(
  resendConfirmation,
  handle,
  {
    accounts: accountRepository(table),
    signUps: pendingSignUpRepository(table),
    links: linkRepository(table),
    siteUrl: env('SITE_URL'),
  },
  { table },
)
