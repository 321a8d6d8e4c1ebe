import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { deleteAccount } from '#shared/contract/account.ts'
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
import { verifyLink } from '#shared/values/site-map.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { totpCode } from '#platform/totp.ts'
import { outboxRepository } from '#services/email/public.ts'
import { linkRepository } from '#services/identity/public.ts'
import { readConfig, signInWithPassword } from './password.ts'
import { callOk, type Check, expectStatus, get, send } from './requests.ts'

export interface AccountOptions {
  readonly site: string
  readonly table: Table
  /** Domain of the account's address. SES accepts every address of its simulator, even in the sandbox. */
  readonly emailDomain: string
  /** Grants the account the admin role, or revokes it. */
  readonly setAdmin: (email: string, isAdmin: boolean) => Promise<unknown>
}

const pdf = Buffer.from('%PDF-1.7\n% Sample of a smoke test\n%%EOF\n')
const withinMs = 60_000

const formOf = (email: string, password: string) => ({
  firstName: 'Smoke',
  lastName: 'Test',
  email,
  password,
  confirmPassword: password,
  companyName: 'Smoke test',
  streetAddress: '1 Sample Street',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  numberOfEmployees: 3,
  userType: 'agent',
})

/** One run: the account and the state that its steps pass on to the next. */
class Visit {
  readonly email: string
  readonly password = `smoke ${randomBytes(12).toString('hex')}`
  private signUpId: string | undefined
  private accessToken: string | undefined
  private path = ''
  private isAdmin = false

  private readonly options: AccountOptions

  constructor(options: AccountOptions) {
    this.options = options
    this.email = `success+smoke-${randomBytes(6).toString('hex')}@${options.emailDomain}`
  }

  private get site(): string {
    return this.options.site
  }

  private get as() {
    return this.accessToken === undefined ? {} : { accessToken: this.accessToken }
  }

  /** True if there is something to delete, because the sign-up was begun. */
  get hasBegun(): boolean {
    return this.signUpId !== undefined
  }

  signUp = async (): Promise<void> => {
    const { sign_up_id: id } = await callOk(this.site, signUp, formOf(this.email, this.password))
    this.signUpId = id
    const { status } = await callOk(this.site, checkSignUp, { sign_up_id: id })
    if (status !== 'waiting') throw new Error(`the sign-up is ${status}`)
  }

  waitForEmail = async (): Promise<void> => {
    const outbox = outboxRepository(this.options.table)
    const deadline = Date.now() + withinMs
    for (;;) {
      const [email] = await outbox.listFor(this.email)
      if (email?.status === 'sent') return
      if (Date.now() > deadline)
        throw new Error(email === undefined ? 'the outbox has no email' : `the email is ${email.status}`)
      await sleep(500)
    }
  }

  /** Follows a link of the sign-up. The table has only the hash of the emailed link, so this creates another link. */
  followLink = async (): Promise<void> => {
    const { table } = this.options
    const [pending] = await table.listByIndex(keys.pendingSignUpsOf(this.email, '').gsi1pk)
    const { user_id: userId } = z.object({ user_id: z.string() }).parse(pending)
    const name = 'Smoke Test'
    const link = { type: 'signup', userId, email: this.email, name, redirect: '/', now: new Date() } as const
    const { path, write } = linkRepository(table).issue(link)
    await table.transact(write)
    const response = await fetch(`${this.site}${verifyLink}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URL(path, this.site).searchParams,
      signal: AbortSignal.timeout(withinMs),
    })
    expectStatus(response, 303)
    const { hash } = new URL(response.headers.get('location') ?? '', this.site)
    const token = new URLSearchParams(hash.slice(1)).get('access_token')
    if (!token?.startsWith('ey')) throw new Error('the link returned no session')
    // With this token, the account can be deleted if the sign-in by password fails.
    this.accessToken = token
    const { status } = await callOk(this.site, checkSignUp, { sign_up_id: this.signUpId })
    if (status !== 'confirmed') throw new Error(`the sign-up is ${status}`)
  }

  signIn = async (): Promise<void> => {
    const config = await readConfig(this.site)
    this.accessToken = await signInWithPassword(config, this.email, this.password)
  }

  readProfile = async (): Promise<void> => {
    const profile = await callOk(this.site, getProfile, {}, this.as)
    if (profile.email !== this.email) throw new Error('the profile is that of another account')
    const access = await callOk(this.site, getAccess, {}, this.as)
    if (access.isSubscribed || access.isAdmin) throw new Error('the new account has access')
    expectStatus(await send(this.site, listLibraryFiles, {}, this.as), 403)
  }

  becomeAdmin = async (): Promise<void> => {
    await this.options.setAdmin(this.email, true)
    this.isAdmin = true
    const { key } = await callOk(this.site, setUpSecondFactor, {}, this.as)
    await callOk(this.site, confirmSecondFactor, { code: totpCode(key, new Date()) }, this.as)
  }

  upload = async (): Promise<void> => {
    const file = { kind: 'guides', name: 'Smoke test.pdf', type: 'application/pdf', size: pdf.length }
    const { url, fields, path } = await callOk(this.site, createUpload, file, this.as)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob([pdf]), 'Smoke test.pdf')
    const posted = await fetch(url, { method: 'POST', body: form, signal: AbortSignal.timeout(withinMs) })
    if (!posted.ok) throw new Error(`the storage returned ${posted.status}`)
    await callOk(this.site, completeUpload, { path }, this.as)
    this.path = path
    const { data } = await callOk(this.site, listLibraryFiles, {}, this.as)
    if (!data.some(({ name }) => `library/${name}` === path)) throw new Error('the list has no such file')
  }

  download = async (): Promise<void> => {
    const { url } = await callOk(this.site, createDownload, { path: this.path }, this.as)
    const content = Buffer.from(await (await get(url)).arrayBuffer())
    if (!content.equals(pdf)) throw new Error('the file has another content')
  }

  deleteFile = async (): Promise<void> => {
    await callOk(this.site, deleteLibraryFile, { path: this.path }, this.as)
    this.path = ''
    expectStatus(await send(this.site, createDownload, { path: 'library/guides_0_none.pdf' }, this.as), 404)
  }

  /** Deletes the file and the account, and revokes the admin role. Also runs after a failed step. */
  removeAll = async (): Promise<void> => {
    try {
      if (this.path !== '') await this.deleteFile()
    } finally {
      // The account must be deleted, and lose the admin role, even if the file could not be deleted.
      try {
        if (this.isAdmin) await this.options.setAdmin(this.email, false)
      } finally {
        await this.removeAccount()
      }
    }
  }

  private readonly removeAccount = async (): Promise<void> => {
    if (this.accessToken === undefined)
      throw new Error(`the sign-up of ${this.email} was not confirmed; it is deleted after 30 days`)
    await callOk(this.site, deleteAccount, {}, this.as)
    expectStatus(await send(this.site, getProfile, {}, this.as), 401)
  }
}

/** The steps of a new account through all stacks. Each needs the ones before it. */
export const accountSteps = (
  options: AccountOptions,
): { readonly steps: readonly Check[]; readonly cleanup: Check & { readonly isNeeded: () => boolean } } => {
  const visit = new Visit(options)
  return {
    steps: [
      { name: 'a visitor signs up', run: visit.signUp },
      { name: 'the email of the outbox is sent', run: visit.waitForEmail },
      { name: 'a link signs in, by a custom challenge of the user pool', run: visit.followLink },
      { name: 'the password signs in, by SRP', run: visit.signIn },
      {
        name: 'the profile is returned, and the library rejects an account without access',
        run: visit.readProfile,
      },
      { name: 'an admin is accepted after a code of the second factor', run: visit.becomeAdmin },
      { name: 'a file is uploaded, completed and listed', run: visit.upload },
      { name: 'the file is downloaded', run: visit.download },
      { name: 'the file is deleted', run: visit.deleteFile },
    ],
    cleanup: {
      name: 'the account is deleted',
      run: visit.removeAll,
      isNeeded: () => visit.hasBegun,
    },
  }
}
