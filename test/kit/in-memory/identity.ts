import { randomUUID } from 'node:crypto'
import type { VerifyAuthChallengeResponseTriggerEvent } from 'aws-lambda'
import type { BodyOf, Operation } from '#shared/contract/operation.ts'
import * as operations from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import type { EmailContent } from '#shared/contract/email.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import type { Handle } from '#platform/http/serve.ts'
import { keys } from '#platform/table/keys.ts'
import type { Tokens } from '#platform/user-pool/sign-in.ts'
import { addressChangeRepository } from '#services/identity/address-change.repository.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { handle as checkPendingSignUp } from '#services/identity/check-pending-sign-up/handler.ts'
import { handle as checkSignUp } from '#services/identity/check-sign-up/handler.ts'
import { handle as finishSignUps } from '#services/identity/finish-sign-ups/handler.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { pendingSignUpRepository } from '#services/identity/pending-sign-up.repository.ts'
import { handle as resendConfirmation } from '#services/identity/resend-confirmation/handler.ts'
import { handle as sendMagicLink } from '#services/identity/send-magic-link/handler.ts'
import { handle as sendPasswordResetEmail } from '#services/identity/send-password-reset-email/handler.ts'
import { handle as signUp } from '#services/identity/sign-up/handler.ts'
import { signUpCheckRepository } from '#services/identity/sign-up-check.repository.ts'
import {
  challengeDependencies,
  handle as verifyAuthChallenge,
} from '#services/identity/verify-auth-challenge/handler.ts'
import { handle as verifyLink } from '#services/identity/verify-link/handler.ts'
import { landing, readLink } from '../link.ts'
import { aSignUp } from '../people.ts'
import { callInMemory, inMemory } from './in-memory.ts'
import { MemoryUserPool } from './memory-user-pool.ts'
import { rawRequest } from './raw-request.ts'

const siteUrl = 'http://localhost:3000'

/** Lies in the past, so that operations that end sessions need not wait for the next second of this time. */
const start = new Date('2026-03-02T10:00:00.000Z')

type Form = ReturnType<typeof aSignUp>

/**
 * Returns the event with which the user pool asks its trigger whether an answer is correct.
 *
 * @param attempt id of the sign-in attempt. Default: a new one
 */
export const challengeEvent = (
  userId: string,
  answer: string,
  userNotFound: boolean,
  attempt: string = randomUUID(),
) =>
  ({
    version: '1',
    region: 'eu-west-2',
    userPoolId: 'pool',
    userName: userId,
    callerContext: { awsSdkVersion: 'test', clientId: 'client' },
    triggerSource: 'VerifyAuthChallengeResponse_Authentication',
    request: {
      userAttributes: { sub: userId },
      privateChallengeParameters: { attempt },
      challengeAnswer: answer,
      userNotFound,
    },
    response: { answerCorrect: false },
  }) satisfies VerifyAuthChallengeResponseTriggerEvent

interface PageRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The form of a `POST`, if it differs from the form of the page. The parameters of the link then stay in the address.
   */
  readonly form?: string
}

/**
 * Connects the sign-up, link and password operations to a table and a user pool in memory. Emails stay in the outbox.
 * The access token of a link is the id of its user. Each request takes place a millisecond after the one before, so
 * emails have an order.
 *
 * @example
 * const identity = identityInMemory()
 * const form = await identity.signUp()
 * const { fragment } = await identity.press(await identity.newestLink(form.email))
 */
export const identityInMemory = ({ at = start }: { readonly at?: Date } = {}) => {
  const world = inMemory({ now: at })
  const { table, database } = world
  const pool = new MemoryUserPool()
  const [accounts, links] = [accountRepository(table), linkRepository(table)]
  const signUpChecks = signUpCheckRepository(table)
  const signUps = pendingSignUpRepository(table)
  const deps = { accounts, links, signUps, signUpChecks, userPool: pool, siteUrl }
  let time = at
  const nextTime = () => (time = new Date(time.getTime() + 1))

  const signInByLink = async (userId: string, token: string): Promise<Tokens | undefined> => {
    const event = challengeEvent(userId, token, !pool.has(userId))
    const { response } = await verifyAuthChallenge(event, challengeDependencies(table), time)
    return response.answerCorrect
      ? { accessToken: userId, refreshToken: 'refresh', expiresInSeconds: 900 }
      : undefined
  }
  const pendingDeps = {
    signUps: deps.signUps,
    isPendingPassword: async (userId: string, password: string) => pool.hasPassword(userId, password),
  }

  const call = <O extends Operation, D>(operation: O, handle: Handle<O, D>, body: object, on: D) =>
    callInMemory(operation, handle, { body, now: nextTime() }, on)

  /** Returns the contents of the emails to an address, oldest first. */
  const emailsTo = async (email: string): Promise<EmailContent[]> =>
    (await table.listByIndex(keys.emailsTo(email, '').gsi1pk)).flatMap(
      (item) => outboxRecord.parse(item).content ?? [],
    )

  /** Returns the links to confirmation pages that were emailed to an address, oldest first. */
  const linksTo = async (email: string): Promise<string[]> =>
    (await emailsTo(email)).flatMap((content) =>
      'link' in content && content.link?.includes(paths.verifyLink) === true ? [content.link] : [],
    )

  /** Opens a link, or sends the form of its page with `POST`. Returns the status, the headers and the page. */
  const request = async (link: string, { method = 'GET', headers = {}, form }: PageRequest = {}) => {
    const query = new URLSearchParams(new URL(link).search)
    const fields = form ?? new URLSearchParams(readLink(link)).toString()
    const reply = await verifyLink(
      rawRequest({
        method,
        query: method === 'POST' && form === undefined ? new URLSearchParams() : query,
        body: method === 'POST' ? fields : '',
        headers,
        now: nextTime(),
      }),
      { ...deps, addressChanges: addressChangeRepository(table), signInByLink },
    )
    const responseHeaders = new Headers()
    for (const [name, value] of Object.entries(reply.headers ?? {})) responseHeaders.set(name, String(value))
    return { status: reply.statusCode, headers: responseHeaders, body: reply.body ?? '' }
  }

  /** Presses the button of a link's page, and returns the parts of the address that it redirects to. */
  const press = async (link: string) => landing(await request(link, { method: 'POST' }))

  const newestLink = async (email: string): Promise<string> => {
    const link = (await linksTo(email)).at(-1)
    if (link === undefined) throw new Error(`No link was emailed to ${email}`)
    return link
  }

  const send = {
    signUp: (body: object) => call(operations.signUp, signUp, body, deps),
    checkSignUp: (body: BodyOf<typeof operations.checkSignUp>) =>
      call(operations.checkSignUp, checkSignUp, body, { signUpChecks }),
    checkPendingSignUp: (body: BodyOf<typeof operations.checkPendingSignUp>) =>
      call(operations.checkPendingSignUp, checkPendingSignUp, body, pendingDeps),
    resendConfirmation: (body: BodyOf<typeof operations.resendConfirmation>) =>
      call(operations.resendConfirmation, resendConfirmation, body, deps),
    sendMagicLink: (email: string) => call(operations.sendMagicLink, sendMagicLink, { email }, deps),
    sendPasswordResetEmail: (email: string, redirectTo?: string) =>
      call(operations.sendPasswordResetEmail, sendPasswordResetEmail, { email, redirectTo }, deps),
  }

  /** Signs up with a form, and returns it. Throws if the sign-up is rejected. */
  const signUpWith = async (changes: Partial<Form> = {}): Promise<Form> => {
    const form = aSignUp(changes)
    const { status, body } = await send.signUp(form)
    if (status !== 200) throw new Error(`sign-up returned ${status}: ${JSON.stringify(body)}`)
    return form
  }

  return {
    world,
    table,
    database,
    pool,
    deps,
    send,
    emailsTo,
    linksTo,
    newestLink,
    request,
    press,
    now: () => time,
    /** Moves the clock of all later requests. */
    passSeconds: (seconds: number) => {
      time = new Date(time.getTime() + seconds * 1000)
    },
    signUp: signUpWith,
    /** Signs up and confirms the address. Returns the form and the id of the account. */
    openAccount: async (changes: Partial<Form> = {}) => {
      const form = await signUpWith(changes)
      const { fragment } = await press(await newestLink(form.email))
      return { ...form, userId: String(fragment['access_token']) }
    },
    finishSignUps: () => finishSignUps(deps, nextTime()),
    profileOf: async (userId: string) => (await accounts.find(userId))?.profile,
    /** Returns all stored items that contain a text, as text. */
    storedAbout: (text: string): string =>
      JSON.stringify(database.all().filter((item) => JSON.stringify(item).includes(text))),
  }
}
