import { sendMagicLink } from '../../../shared/contract/identity.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { accountRepository } from '../account.repository.ts'
import { forOwner, type LinkMailNeeds, mailSignIn } from '../link-mail.ts'
import { linkRepository } from '../link.repository.ts'

const wanted = { type: 'magiclink', redirect: '/', template: 'magic-link' } as const

const handle: Handle<typeof sendMagicLink, LinkMailNeeds> = async ({ body, now }, needs) => {
  await forOwner(needs.accounts, body.email, (profile) => mailSignIn(needs, profile, wanted, now))
  return { data: { success: true } }
}

const table = new Table()
export const handler = serve(
  sendMagicLink,
  handle,
  { accounts: accountRepository(table), links: linkRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
