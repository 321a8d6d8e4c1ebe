import { signUp } from '#shared/contract/identity.ts'
import type { BodyOf } from '#shared/contract/operation.ts'
import { type ApiError, apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { errorFields, log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { type UserPoolAccounts, userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { type AccountRepository, accountRepository } from '../account.repository.ts'
import { finishSignUp, type FinishSignUpDependencies } from '../finish-sign-up.ts'
import { queueAlreadyRegisteredEmail, verificationLink } from '../link-email.ts'
import { linkRemoval, type LinkRepository, linkRepository } from '../link.repository.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { isGoodPassword } from '../passwords.ts'
import { pendingSignUpRepository } from '../pending-sign-up.repository.ts'
import { type SignUpCheckRepository, signUpCheckRepository } from '../sign-up-check.repository.ts'

export interface Dependencies extends FinishSignUpDependencies {
  readonly accounts: AccountRepository
  readonly links: LinkRepository
  readonly signUpChecks: SignUpCheckRepository
  readonly userPool: UserPoolAccounts
  readonly siteUrl: string
}

type Form = BodyOf<typeof signUp>

/** Longer than it takes to open an account, including two calls to the user pool, in milliseconds. */
const minDurationMs = 750

/**
 * Returns the same response whether or not the address has an account. Only an email to the address tells its owner.
 * For the same reason, the password is checked before anything else.
 */
export const handle: Handle<typeof signUp, Dependencies> = async ({ body, now }, deps) => {
  if (!isGoodPassword(body.password, body.email)) return apiError('password_too_weak')
  const { address_token: token } = body
  return withMinimumDuration(minDurationMs, async () => {
    if (token !== undefined) return openConfirmed(body, token, now, deps)
    const owner = await deps.accounts.findByEmail(body.email)
    const signUpId = owner === undefined ? await openPending(body, now, deps) : undefined
    if (signUpId !== undefined) return { success: true, sign_up_id: signUpId }
    const account = owner ?? (await deps.accounts.findByEmail(body.email))
    // Concurrently: one after the other, they would take longer than a sign-up with a free address.
    const [id] = await Promise.all([
      openUnconfirmable(body, now, deps),
      account && queueAlreadyRegisteredEmail(deps, account.profile, 'sign-up', now),
    ])
    return { success: true, sign_up_id: id }
  })
}

/** Creates a user of the pool who cannot sign in until an account is stored for them. */
const createUser = async (password: string, userPool: UserPoolAccounts): Promise<string> => {
  const userId = await userPool.create()
  if (!(await userPool.setPassword(userId, password)))
    throw new Error('The user of a sign-up was deleted before it had a password')
  return userId
}

/**
 * Opens a sign-up that its emailed link confirms. Each sign-up is a separate user, so it changes nothing about other
 * sign-ups with the address, and its password works only after its link has been used.
 *
 * @returns the id with which the page asks about the sign-up; undefined if another sign-up confirmed the address in the
 * meantime
 */
const openPending = async (body: Form, now: Date, deps: Dependencies): Promise<string | undefined> => {
  const { links, signUps, signUpChecks, userPool, siteUrl } = deps
  const userId = await createUser(body.password, userPool)
  const name = `${body.firstName} ${body.lastName}`
  const link = verificationLink(links, siteUrl, { userId, email: body.email, name, plan: body.plan, now })
  const check = signUpChecks.issue(userId, now)
  const signUp = { userId, form: body, referrerToken: body.referrer_token, now }
  if (await signUps.open(signUp, link, check.write)) return check.id
  await userPool.delete(userId)
  return undefined
}

/**
 * Stores a sign-up with the address of an account. `check-pending-sign-up` accepts its password as it does for any
 * other sign-up. Otherwise, whoever signs up with an address could find out whether it has an account.
 *
 * @returns the id with which the page asks about the sign-up, which is never confirmed
 */
const openUnconfirmable = async (
  body: Form,
  now: Date,
  { signUps, signUpChecks, userPool }: Dependencies,
): Promise<string> => {
  const userId = await createUser(body.password, userPool)
  const check = signUpChecks.issueUnconfirmable(now)
  await signUps.openUnconfirmable({ userId, form: body, referrerToken: undefined, now }, check.write)
  return check.id
}

/** Opens an account for an address that its owner has just confirmed by a `restart` link. */
const openConfirmed = async (
  body: Form,
  token: string,
  now: Date,
  deps: Dependencies,
): Promise<{ success: true } | ApiError<'link_expired'>> => {
  const { links, signUps, userPool } = deps
  const { email, referrer_token: referrerToken } = body
  const link = await links.find(token, 'restart', now)
  if (link?.email !== email) return apiError('link_expired')
  const userId = await createUser(body.password, userPool)
  const removal = linkRemoval(token, link, now)
  if (!(await signUps.openConfirmed({ userId, form: body, referrerToken, now }, removal))) {
    await userPool.delete(userId)
    return apiError('link_expired')
  }
  try {
    await finishSignUp({ userId, email }, deps, now)
  } catch (error) {
    // The account is open. `finish-sign-ups` repeats the remaining steps within minutes.
    log.error('sign-up not finished', { userId, ...errorFields(error) })
  }
  return { success: true }
}

const table = new Table()
export const handler = serve(
  signUp,
  handle,
  {
    accounts: accountRepository(table),
    signUps: pendingSignUpRepository(table),
    signUpChecks: signUpCheckRepository(table),
    links: linkRepository(table),
    userPool: userPoolAccounts,
    siteUrl: env('SITE_URL'),
  },
  { table },
)
