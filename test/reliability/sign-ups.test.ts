import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dependencies } from '#services/identity/sign-up/handler.ts'
import type { AddressRecord } from '#platform/account/address.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { finishSignUp } from '#services/identity/finish-sign-up.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { pendingSignUpRepository } from '#services/identity/pending-sign-up.repository.ts'
import { signUpCheckRepository } from '#services/identity/sign-up-check.repository.ts'
import { deferred } from '#test/kit/deferred.ts'
import { withOverlap } from '#test/kit/overlap.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { memoryClient } from '#test/kit/in-memory/memory-client.ts'
import { MemoryDynamoDb } from '#test/kit/in-memory/memory-dynamodb.ts'
import { MemoryUserPool } from '#test/kit/in-memory/memory-user-pool.ts'

// Each sign-up would take 750 ms, which the tests of the operation check.
vi.mock('#services/identity/minimum-duration.ts', () => ({
  withMinimumDuration: (_ms: number, work: () => Promise<unknown>) => work(),
}))

// The handlers' modules read these when they are loaded.
vi.hoisted(() => Object.assign(process.env, { TABLE_NAME: 'table', SITE_URL: 'http://localhost:3000' }))
const { handle: signUp } = await import('#services/identity/sign-up/handler.ts')
const { handle: finishSignUps } = await import('#services/identity/finish-sign-ups/handler.ts')

const now = new Date('2026-11-23T10:00:00.000Z')
const later = new Date(now.getTime() + 5 * 60_000)
const caller = null
const client = { address: '198.18.0.1' }

let table: Table
let pool: MemoryUserPool
let database: MemoryDynamoDb
beforeEach(() => {
  database = new MemoryDynamoDb()
  table = new Table(memoryClient(database), 'table')
  pool = new MemoryUserPool()
})

const depsOn = (on: Table): Dependencies => ({
  accounts: accountRepository(on),
  signUps: pendingSignUpRepository(on),
  signUpChecks: signUpCheckRepository(on),
  links: linkRepository(on),
  userPool: pool,
  siteUrl: 'http://localhost:3000',
})

type Form = ReturnType<typeof aSignUp>
const send = (body: Form, on = table) => signUp({ caller, client, body, now }, depsOn(on))

/** Returns the token of the link that a sign-up emailed. */
const tokenFor = ({ companyName }: Form): string => {
  const items = database.all()
  const profile = items.find(({ company_name: name }) => name?.['S'] === companyName)
  const userId = String(profile?.['user_id']?.['S'])
  const email = items.find(({ cause }) => String(cause?.['S']).startsWith(`verify-address:${userId}:`))
  return /token=([\w-]{43})/.exec(JSON.stringify(email?.['content']))?.[1] ?? ''
}

/** Uses the link of a sign-up, as its button does. */
const confirm = async (token: string, on = table): Promise<boolean> => {
  const links = linkRepository(on)
  const link = await links.find(token, 'signup', now)
  if (!link?.user_id) return false
  const used = await links.consume(token, { ...link, user_id: link.user_id }, now)
  if (used) await finishSignUp({ userId: link.user_id, email: link.email }, depsOn(table), now)
  return used
}

const owner = (email = newEmail()) => aSignUp({ email, companyName: 'Owner Lettings' })
const stranger = (email: string) => aSignUp({ email, companyName: 'Stranger Lettings' })

/** Returns the company names of the accounts with this address. */
const accountsOf = async (email: string): Promise<string[]> => {
  const account = await accountRepository(table).findByEmail(email)
  const verified = database.all().filter(({ email_verified_at: at }) => at !== undefined)
  expect(verified).toHaveLength(account === undefined ? 0 : 1)
  return account === undefined ? [] : [account.profile.company_name]
}

describe('links', () => {
  test.each([
    ['signup', 'sign-up'],
    ['magiclink', 'account'],
  ] as const)('%s: exactly one of ten overlapping attempts succeeds', async (type, kind) => {
    const body = owner()
    await send(body)
    let token = tokenFor(body)
    const { user_id: userId = '' } = (await linkRepository(table).find(token, 'signup', now)) ?? {}
    if (kind === 'account') {
      await confirm(token)
      const link = { type, userId, email: body.email, name: '', redirect: '/', now } as const
      const { path, write } = linkRepository(table).issue(link)
      await table.transact(write)
      token = new URLSearchParams(path.slice(path.indexOf('?'))).get('token') ?? ''
    }
    const links = linkRepository(withOverlap(table, 10))
    const link = await links.find(token, type, now)
    if (!link?.user_id) throw new Error('The link does not work')
    const userLink = { ...link, user_id: link.user_id }
    const attempts = Array.from({ length: 10 }, () => links.consume(token, userLink, now))
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
  })
})

describe('two sign-ups with one address', () => {
  test('whose links are used at the same moment open one account, with its own password and profile', async () => {
    const own = owner()
    const other = stranger(own.email)
    await send(own)
    await send(other)
    const overlapping = withOverlap(table, 2)
    const tokens = [own, other].map(tokenFor)
    const used = await Promise.all(tokens.map((token) => confirm(token, overlapping)))
    expect(used.filter(Boolean)).toHaveLength(1)
    const [winner, loser] = used[0] ? [own, other] : [other, own]
    expect(await accountsOf(own.email)).toEqual([winner.companyName])
    expect(pool.canSignIn(own.email, winner.password)).toBe(true)
    expect(pool.canSignIn(own.email, loser.password)).toBe(false)
    expect(pool.size()).toBe(1)
  })

  test('keep their passwords and profiles apart when their writes overlap', async () => {
    const own = owner()
    const other = stranger(own.email)
    const overlapping = withOverlap(table, 2)
    await Promise.all([own, other].map((body) => send(body, overlapping)))
    await confirm(tokenFor(own))
    expect(await accountsOf(own.email)).toEqual([own.companyName])
    expect(pool.canSignIn(own.email, own.password)).toBe(true)
    expect(pool.canSignIn(own.email, other.password)).toBe(false)
  })
})

describe('a sign-up that overlaps the confirmation of another', () => {
  test.each(['create', 'setPassword', 'transact'] as const)(
    'changes nothing about the account when its %s is delayed until after the confirmation',
    async (delayed) => {
      const own = owner()
      await send(own)
      const token = tokenFor(own)
      const confirmed = deferred()
      const delay = pool.delay(delayed, confirmed.promise)
      const slow: Table = Object.create(table)
      if (delayed === 'transact')
        slow.transact = async (...writes) => {
          await confirmed.promise
          return table.transact(...writes)
        }
      const other = stranger(own.email)
      const sending = send(other, slow)
      // Lets the sign-up run until it meets the delay.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1))
      delay()
      expect(await confirm(token)).toBe(true)
      confirmed.resolve()
      expect(await sending).toMatchObject({ success: true })
      expect(await accountsOf(own.email)).toEqual([own.companyName])
      expect(pool.canSignIn(own.email, own.password)).toBe(true)
      expect(pool.canSignIn(own.email, other.password)).toBe(false)
      // The second user belongs to the sign-up, which nobody confirms.
      expect(pool.list().filter(({ hasAddress }) => hasAddress)).toHaveLength(1)
      expect(pool.size()).toBe(2)
    },
  )
})

describe('a confirmation that is interrupted between the table and the user pool', () => {
  test('is finished by the scheduled function', async () => {
    const own = owner()
    const other = stranger(own.email)
    await send(own)
    await send(other)
    const token = tokenFor(own)
    pool.failOnce('claimAddress')
    await expect(confirm(token)).rejects.toThrow('the function was interrupted')
    expect(await accountsOf(own.email)).toEqual([own.companyName])
    expect(pool.canSignIn(own.email, own.password)).toBe(false)
    expect(await finishSignUps(depsOn(table), later)).toEqual({ finished: 1 })
    expect(pool.canSignIn(own.email, own.password)).toBe(true)
    expect(pool.canSignIn(own.email, other.password)).toBe(false)
    expect(pool.size()).toBe(1)
    expect(await finishSignUps(depsOn(table), later)).toEqual({ finished: 0 })
  })

  test('takes the address from a user of the pool who is left over from a deleted account', async () => {
    const own = owner()
    const leftOver = await pool.create()
    await pool.claimAddress(leftOver, own.email)
    await send(own)
    await confirm(tokenFor(own))
    expect(pool.canSignIn(own.email, own.password)).toBe(true)
    const address = await table.list(keys.address(own.email).pk, '')
    expect(address).toMatchObject([{ entity: 'address', email: own.email } satisfies Partial<AddressRecord>])
    expect(address[0]).not.toHaveProperty('gsi1pk')
  })

  test('leaves a discarded sign-up that the next run of the retention finishes', async () => {
    const own = owner()
    const other = stranger(own.email)
    await send(own)
    await send(other)
    const token = tokenFor(own)
    pool.failOnce('delete')
    await expect(confirm(token)).rejects.toThrow('the function was interrupted')
    expect(pool.canSignIn(own.email, own.password)).toBe(true)
    expect(database.all().some(({ entity }) => entity?.['S'] === 'discarded_sign_up')).toBe(true)
    expect(JSON.stringify(database.all())).not.toContain(other.companyName)
  })
})
