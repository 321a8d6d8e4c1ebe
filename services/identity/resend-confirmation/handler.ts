import { resendConfirmation } from '../../../shared/contract/identity.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type AccountRepository, accountRepository } from '../account.repository.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'
import { verificationLink } from '../verification.ts'

interface Needs {
  readonly accounts: AccountRepository
  readonly links: LinkRepository
  readonly siteUrl: string
}

/** Mails a link only to an address that waits for one, and answers everybody alike. */
const handle: Handle<typeof resendConfirmation, Needs> = async (
  { body, now },
  { accounts, links, siteUrl },
) => {
  const userId = await accounts.idOf(body.email)
  const profile = userId === undefined ? undefined : (await accounts.find(userId))?.profile
  if (profile !== undefined && profile.email_verified_at === undefined) {
    const person = {
      userId: profile.user_id,
      email: profile.email,
      name: profile.full_name,
      plan: body.plan,
      now,
    }
    await accounts.sendLinkAgain(profile, verificationLink(links, siteUrl, person), now)
  }
  return { success: true }
}

const table = new Table()
export const handler = serve(
  resendConfirmation,
  handle,
  { accounts: accountRepository(table), links: linkRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
