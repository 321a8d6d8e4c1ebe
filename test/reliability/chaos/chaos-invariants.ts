import { expect } from 'vitest'
import { libraryRepository } from '#services/library/library.repository.ts'
import { ticketRepository } from '#services/tickets/ticket.repository.ts'
import { keptUntil } from '#shared/rules/retention.ts'
import { thumbnailPathOf } from '#shared/values/library-path.ts'
import { brand } from '#shared/values/brand.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { overdueChats } from './chats.ts'
import { expectNoTraceOfDeleted, listDeleted } from './deleted-accounts.ts'
import { listUnsent } from './email-deliveries.ts'

const itemsOf = ({ billing }: ChaosWorld, entity: string) =>
  billing.database.all().filter((item) => item['entity']?.['S'] === entity)

/** Returns whether the nightly deletion still keeps a ticket or message of this time. */
const isKept = ({ billing }: ChaosWorld, kind: 'ticket' | 'contact', at: Date): boolean =>
  keptUntil(kind, at) > billing.clock.now().toISOString()

/** Every email was sent, and once only unless nobody could know that it had been sent. */
const expectEmailsSentOnce = async (chaos: ChaosWorld): Promise<void> => {
  expect(await listUnsent(chaos), 'unsent emails').toEqual([])
  const waiting = itemsOf(chaos, 'email').filter(({ content }) => content !== undefined)
  expect(waiting, 'emails that keep their content').toEqual([])
  const deleted = await listDeleted(chaos.billing)
  for (const [cause, { to, sends, unrecorded }] of chaos.emails) {
    if (deleted.some(({ email }) => email === to))
      expect(sends - unrecorded, `times ${cause} was sent`).toBeLessThanOrEqual(1)
    else expect(sends - unrecorded, `times ${cause} was sent`).toBe(1)
  }
}

/** Every ticket has its text, its item in the inbox and both emails; none is there twice. */
const expectTicketsKept = async (chaos: ChaosWorld): Promise<void> => {
  const { billing, promises } = chaos
  const repository = ticketRepository(billing.table)
  for (const account of new Set(Object.values(billing.accounts))) {
    const ids = (await repository.listFor(account, billing.clock.now())).map(({ id }) => id)
    expect(new Set(ids).size, `tickets of ${account}`).toBe(ids.length)
    if ((await billing.deps.customers.find(account)) === undefined) continue
    for (const promised of promises.tickets)
      if (promised.account === account && isKept(chaos, 'ticket', promised.at))
        expect(ids).toContain(promised.id)
    for (const id of ids)
      for (const cause of [`ticket:${account}:${id}`, `ticket-receipt:${account}:${id}`])
        expect(chaos.emails.has(cause), cause).toBe(true)
  }
}

/** Every message is stored once a day at most, with its item in the inbox and an email to us. */
const expectMessagesKept = (chaos: ChaosWorld): void => {
  const stored = itemsOf(chaos, 'contact')
  for (const { email, message, at } of chaos.promises.messages)
    if (isKept(chaos, 'contact', at))
      expect(
        stored.filter((item) => item['message']?.['S'] === message && item['email']?.['S'] === email),
      ).not.toEqual([])
  const sentOn = stored.map((item) =>
    JSON.stringify([item['email'], item['message'], String(item['received_at']?.['S']).slice(0, 10)]),
  )
  expect(sentOn, 'messages by sender, text and day').toEqual([...new Set(sentOn)])
  const toUs = [...chaos.emails].filter(
    ([cause, { to, at }]) =>
      cause.startsWith('contact:') && to === brand.supportEmail && isKept(chaos, 'contact', at),
  )
  expect(toUs).toHaveLength(stored.length)
  const items = itemsOf(chaos, 'inbox_item').length
  expect(items, 'items of the inbox').toBe(stored.length + itemsOf(chaos, 'ticket').length)
}

/** The library lists what the storage has, and neither has what an admin deleted. */
const expectFilesListed = async (chaos: ChaosWorld): Promise<void> => {
  const { billing, files, promises } = chaos
  const listed = (await libraryRepository(billing.table).listNames(100)).map((name) => `library/${name}`)
  const [thumbnails, stored] = [true, false].map((areThumbnails) =>
    files
      .keys()
      .filter((key) => key.startsWith('library/') && key.includes('/thumbnails/') === areThumbnails),
  )
  expect(stored?.toSorted(), 'files in storage').toEqual(listed)
  for (const thumbnail of thumbnails ?? []) expect(listed.map(thumbnailPathOf)).toContain(thumbnail)
  expect(itemsOf(chaos, 'unfinished_file'), 'unfinished changes of files').toEqual([])
  for (const described of ['file_title', 'library_facts', 'library_text'])
    for (const item of itemsOf(chaos, described)) {
      const of = item['path'] ?? item['item'] ?? item['name']
      expect([...listed, ...listed.map((path) => path.slice('library/'.length))], described).toContain(
        of?.['S'],
      )
    }
  for (const [path, state] of promises.files) {
    if (state === 'listed') expect(listed).toContain(path)
    if (state === 'deleted') expect(listed).not.toContain(path)
  }
}

/** Every confirmed visitor can sign in, each address has one account, and the user pool has nobody else. */
const expectSignUpsKept = (chaos: ChaosWorld): void => {
  const { pool, promises } = chaos
  for (const { form, isConfirmed } of promises.signUps)
    if (isConfirmed) expect(addressesOf(chaos), 'confirmed addresses').toContain(form.email)
  const addresses = addressesOf(chaos)
  expect(addresses, 'addresses of accounts').toEqual([...new Set(addresses)])
  for (const profile of confirmedProfiles(chaos))
    expect(itemsOf(chaos, 'address')).toContainEqual(
      expect.objectContaining({ email: profile['email'], user_id: profile['user_id'] }),
    )
  for (const email of addresses) {
    const passwords = promises.signUps
      .filter(({ form }) => form.email === email)
      .map(({ form }) => form.password)
    if (passwords.length > 0)
      expect(
        passwords.some((password) => pool.canSignIn(email, password)),
        `${email} can sign in`,
      ).toBe(true)
  }
  const known = new Set(
    ['profile', 'discarded_sign_up'].flatMap((entity) =>
      itemsOf(chaos, entity).map((item) => item['user_id']?.['S']),
    ),
  )
  expect(
    pool.list().filter(({ userId }) => !known.has(userId)),
    'users of the pool without an account',
  ).toEqual([])
}

const confirmedProfiles = (chaos: ChaosWorld) =>
  itemsOf(chaos, 'profile').filter((profile) => profile['email_verified_at'] !== undefined)

const addressesOf = (chaos: ChaosWorld): string[] =>
  confirmedProfiles(chaos).map((profile) => String(profile['email']?.['S']))

/** Every promised conversation is emailed, and none is kept for too long. */
const expectChatsKept = async (chaos: ChaosWorld): Promise<void> => {
  for (const { account, cause } of chaos.promises.transcripts)
    if ((await chaos.billing.deps.customers.find(account)) !== undefined)
      expect([...chaos.emails.keys()].filter((one) => one.startsWith(cause))).toHaveLength(1)
  expect(overdueChats(chaos), 'old conversations').toEqual([])
}

/** The site keeps the assets of its current release only. */
const expectCurrentSite = ({ site }: ChaosWorld): void =>
  expect(site.keys(), 'files of the site').toEqual(['assets/second.js', 'releases/second.json'])

/** Holds once nothing fails any more and the scheduled functions have run. */
export const expectNothingLost = async (chaos: ChaosWorld): Promise<void> => {
  await expectEmailsSentOnce(chaos)
  await expectTicketsKept(chaos)
  expectMessagesKept(chaos)
  await expectFilesListed(chaos)
  await expectChatsKept(chaos)
  expectSignUpsKept(chaos)
  expectCurrentSite(chaos)
  await expectNoTraceOfDeleted(chaos.billing)
}
