import { resendConfirmation } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LinkEmailDependencies, linkEmailDependencies, resendVerificationEmail } from '../link-email.ts'

/** Sends an email only if the address has a pending sign-up. The response is the same for every address. */
export const handle: Handle<typeof resendConfirmation, LinkEmailDependencies> = async (
  { body, now },
  deps,
) => {
  await resendVerificationEmail(deps, body.email, body.plan, now)
  return { success: true }
}

const table = new Table()
export const handler = serve(resendConfirmation, handle, linkEmailDependencies(table), { table })
