import { signUp } from '../../../shared/contract/identity.ts'
import type { BodyOf } from '../../../shared/contract/operation.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type AccountRepository, accountRepository } from '../account.repository.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'
import { type UserPoolAccounts, userPoolAccounts } from '../../platform/user-pool/accounts.ts'
import { isGoodPassword } from '../passwords.ts'
import { takingAtLeast } from '../steady.ts'
import { verificationLink } from '../verification.ts'

interface Needs {
  readonly accounts: AccountRepository
  readonly links: LinkRepository
  readonly userPool: UserPoolAccounts
  readonly siteUrl: string
}

/** Longer than opening an account takes, with its two calls to the pool, in milliseconds. */
const steadyMs = 750

/**
 * The answer is the same whether or not the address has an account already: its owner learns that by mail,
 * a stranger learns nothing. Passwords are checked before anything else for that reason.
 */
const handle: Handle<typeof signUp, Needs> = async ({ body, now }, { accounts, userPool, ...needs }) => {
  if (!isGoodPassword(body.password, body.email)) return refused('password_too_weak')
  await takingAtLeast(steadyMs, async () => {
    const { userId, isNew } = await createAnew(body.email, { accounts, userPool })
    const earlier = isNew ? undefined : await accounts.find(userId)
    if (earlier?.profile.email_verified_at === undefined)
      await open({ userId, body, now }, { accounts, userPool, ...needs })
    else await accounts.tellOwner(body.email, `${needs.siteUrl}/login`, userId, now)
  })
  return { success: true }
}

/** Makes the user; one whose account is deleted, but who is still in the pool, is cleared out of the way. */
const createAnew = async (email: string, { accounts, userPool }: Pick<Needs, 'accounts' | 'userPool'>) => {
  const user = await userPool.create(email)
  if (user.isNew || !(await accounts.isDeleted(user.userId))) return user
  await userPool.delete(user.userId)
  return userPool.create(email)
}

/**
 * Nobody has verified this address yet, so the latest sign-up counts, with its password, and the links of
 * earlier ones stop working: otherwise a stranger could wait with a password of theirs on somebody else's
 * address.
 */
const open = async (
  { userId, body, now }: { userId: string; body: BodyOf<typeof signUp>; now: Date },
  { accounts, links, userPool, siteUrl }: Needs,
) => {
  await links.voidOthers(userId, 'signup')
  await userPool.setPassword(userId, body.password)
  const name = `${body.firstName} ${body.lastName}`
  const link = verificationLink(links, siteUrl, { userId, email: body.email, name, plan: body.plan, now })
  await accounts.open({ userId, form: body, referrerToken: body.referrer_token, now }, link)
}

const table = new Table()
export const handler = serve(
  signUp,
  handle,
  {
    accounts: accountRepository(table),
    links: linkRepository(table),
    userPool: userPoolAccounts,
    siteUrl: env('SITE_URL'),
  },
  { table },
)
