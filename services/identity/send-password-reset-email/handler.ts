import { sendPasswordResetEmail } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LinkEmailDependencies, linkEmailDependencies, queueSignInEmail } from '../link-email.ts'
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
export const handler = serve(sendPasswordResetEmail, handle, linkEmailDependencies(table), { table })
