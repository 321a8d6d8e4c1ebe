import { sendMagicLink } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LinkEmailDependencies, linkEmailDependencies, queueSignInEmail } from '../link-email.ts'

const magicLink = { type: 'magiclink', redirect: paths.home, template: 'magic-link' } as const

export const handle: Handle<typeof sendMagicLink, LinkEmailDependencies> = async ({ body, now }, deps) => {
  await queueSignInEmail(deps, body.email, magicLink, now)
  return { data: { success: true } }
}

const table = new Table()
export const handler = serve(sendMagicLink, handle, linkEmailDependencies(table), { table })
