import { randomBytes } from 'node:crypto'
import { AdminAddUserToGroupCommand } from '@aws-sdk/client-cognito-identity-provider'
import { AlreadyExistsException, CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readStage } from '#lib/stages.ts'
import { checkSignUp, getProfile, signUp } from '#shared/contract/identity.ts'
import {
  completeUpload,
  createDownload,
  createUpload,
  deleteLibraryFile,
  listLibraryFiles,
} from '#shared/contract/library.ts'
import { confirmSecondFactor, setUpSecondFactor } from '#shared/contract/second-factor.ts'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import { totpCode } from '#platform/totp.ts'
import { adminGroup } from '#platform/user-pool/admins.ts'
import { outboxRepository } from '#services/email/public.ts'
import { poll } from '#test/kit/poll.ts'
import {
  deployedTable,
  endpoint,
  originSecret,
  outputsOfWeb,
  pool,
  send,
  sendOk,
  sentTo,
  type Outputs,
} from './stage.ts'

const email = `avery.${randomBytes(4).toString('hex')}@home.example`
const password = `sample ${randomBytes(8).toString('hex')}`
const pdf = Buffer.from('%PDF-1.7\n% Sample of a test\n%%EOF\n')

const form = {
  firstName: 'Avery',
  lastName: 'Sample',
  email,
  password,
  confirmPassword: password,
  companyName: 'Sample Lettings',
  streetAddress: '1 Sample Street',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  numberOfEmployees: 3,
  userType: 'agent',
}

/** Creates a sender, unless it exists because the stacks are deployed for the second time. */
const createIdentity = async (EmailIdentity: string): Promise<void> => {
  try {
    await new SESv2Client({}).send(new CreateEmailIdentityCommand({ EmailIdentity }))
  } catch (error) {
    if (!(error instanceof AlreadyExistsException)) throw error
  }
}

/** One journey through the functions of all stacks. Each step needs the ones before it. */
describe('the deployed stacks', { shuffle: false }, () => {
  let outputs: Outputs
  let secret: string
  let signUpId: string | undefined
  let link: URL
  let accessToken: string
  let path: string
  let failedStep: string | undefined

  beforeAll(async () => {
    outputs = await outputsOfWeb()
    secret = await originSecret()
    // An operator does this once, and in SES's sandbox for recipients too.
    const { mailFrom } = readStage('dev')
    for (const EmailIdentity of [mailFrom, email]) await createIdentity(EmailIdentity)
    ConsoleLogger.LOG_LEVEL = 'ERROR'
    const { userPoolId, userPoolClientId } = outputs
    Amplify.configure({
      Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: `${endpoint}/` } },
    })
  })
  beforeEach((step) => step.skip(failedStep !== undefined, `"${failedStep}" failed`))
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failedStep ??= task.name
  })

  const statusOf = async (...call: Parameters<typeof send>) => (await send(...call)).status
  const caller = () => ({ secret, accessToken })

  test('reject a call without the origin secret with 403', async () => {
    expect(await statusOf(outputs, checkGuestAccess, {}, {})).toBe(403)
    expect(await statusOf(outputs, checkGuestAccess, {}, { secret: 'another secret' })).toBe(403)
    expect(await statusOf(outputs, checkGuestAccess, {}, { secret })).toBe(400)
  })

  test('reject a call without a token with 401', async () => {
    expect(await statusOf(outputs, getProfile, {}, { secret })).toBe(401)
  })

  test('take a sign-up', async () => {
    const { sign_up_id: id } = await sendOk(outputs, signUp, form, { secret })
    signUpId = id
    expect(await sendOk(outputs, checkSignUp, { sign_up_id: id }, { secret })).toEqual({ status: 'waiting' })
  })

  test('send the email of the outbox through SES', async () => {
    const text = await poll('the email', async () => (await sentTo(email))[0])
    const [found = ''] = /https?:\/\/\S*\/auth\/verify\S*/.exec(text) ?? []
    link = new URL(found)
    const [sent] = await outboxRepository(await deployedTable()).listFor(email)
    expect(sent).toMatchObject({ status: 'sent' })
  })

  test('sign in through the emailed link, by a custom challenge of the user pool', async () => {
    const response = await fetch(`${outputs.api}${link.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-origin-secret': secret },
      body: link.searchParams.toString(),
    })
    expect(response.status).toBe(303)
    const { hash } = new URL(response.headers.get('location') ?? '')
    expect(new URLSearchParams(hash.slice(1)).get('access_token')).toMatch(/^ey/)
    expect(await sendOk(outputs, checkSignUp, { sign_up_id: signUpId }, { secret })).toEqual({
      status: 'confirmed',
    })
  })

  test('sign in with the password, by SRP', async () => {
    expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true })
    accessToken = String((await fetchAuthSession()).tokens?.accessToken)
  })

  test('return the profile', async () => {
    expect(await sendOk(outputs, getProfile, {}, caller())).toMatchObject({
      email,
      full_name: 'Avery Sample',
    })
  })

  test('return the access, and keep the library from an account without a subscription', async () => {
    expect(await sendOk(outputs, getAccess, {}, caller())).toMatchObject({
      isSubscribed: false,
      isAdmin: false,
    })
    expect(await statusOf(outputs, listLibraryFiles, {}, caller())).toBe(403)
  })

  test('let an admin in after a code of the second factor', async () => {
    const { user_id: Username } = await sendOk(outputs, getProfile, {}, caller())
    const { userPoolId: UserPoolId } = outputs
    await pool.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName: adminGroup }))
    const upload = { kind: 'guides', name: 'Sample.pdf', type: 'application/pdf', size: pdf.length }
    expect(await statusOf(outputs, createUpload, upload, caller())).toBe(403)
    const { key } = await sendOk(outputs, setUpSecondFactor, {}, caller())
    await sendOk(outputs, confirmSecondFactor, { code: totpCode(key, new Date()) }, caller())
    expect(await statusOf(outputs, createUpload, upload, caller())).toBe(200)
  })

  test('upload a file into the library', async () => {
    const upload = { kind: 'guides', name: 'Sample.pdf', type: 'application/pdf', size: pdf.length }
    const { url, fields, path: assigned } = await sendOk(outputs, createUpload, upload, caller())
    const posted = new FormData()
    for (const [name, value] of Object.entries(fields)) posted.set(name, value)
    posted.set('file', new Blob([pdf]), 'Sample.pdf')
    expect((await fetch(url, { method: 'POST', body: posted })).ok).toBe(true)
    expect(await sendOk(outputs, completeUpload, { path: assigned }, caller())).toEqual({ path: assigned })
    path = assigned
  })

  test('list the library', async () => {
    const { data } = await sendOk(outputs, listLibraryFiles, {}, caller())
    expect(data.map(({ name }) => `library/${name}`)).toContain(path)
  })

  test('download the file', async () => {
    const { url } = await sendOk(outputs, createDownload, { path }, caller())
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(pdf)
  })

  test('delete the file', async () => {
    await sendOk(outputs, deleteLibraryFile, { path }, caller())
    expect(await statusOf(outputs, createDownload, { path }, caller())).toBe(404)
  })
})
