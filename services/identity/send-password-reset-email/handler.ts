import { sendPasswordResetEmail } from '#shared/contract/identity.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { accountRepository } from '../account.repository.ts'
import { type LinkEmailDependencies, queueSignInEmail } from '../link-email.ts'
import { linkRepository } from '../link.repository.ts'
import { pendingSignUpRepository } from '../pending-sign-up.repository.ts'
import { resetRedirect } from '../reset-redirect.ts'

export const handle: Handle<typeof sendPasswordResetEmail, LinkEmailDependencies> = async (
  { body, now },
  deps,
) => {
  const redirect = resetRedirect(body.redirectTo, deps.siteUrl)
  const link = { type: 'recovery', redirect, template: 'reset-password' } as const
  await queueSignInEmail(deps, body.email, link, now)
  return { data: { success: true } }
}

const table = new Table()
export const handler = serve(
  sendPasswordResetEmail,
  handle,
  {
    accounts: accountRepository(table),
    signUps: pendingSignUpRepository(table),
    links: linkRepository(table),
    siteUrl: env('SITE_URL'),
  },
  { table },
)
