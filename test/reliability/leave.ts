import { continueDeletion, deleteAccount, type DeletionNeeds } from '../../services/account/delete-account.ts'
import { deletionRepository } from '../../services/account/deletion.repository.ts'
import { leavingRepository } from '../../services/account/leaving.repository.ts'
import { remainsRepository } from '../../services/account/remains.repository.ts'
import { stripeAccount } from '../../services/account/stripe-account.ts'
import { visitorRepository } from '../../services/chat/public.ts'
import { contactRepository } from '../../services/contact/public.ts'
import { voidAllLinks } from '../../services/identity/public.ts'
import { outboxRepository } from '../../services/notices/public.ts'
import { keys } from '../../services/platform/table/keys.ts'
import { putNew } from '../../services/platform/table/table.ts'
import { findMember, memberOf } from './steps.ts'
import { people, type PersonName, profileOf, type World } from './world.ts'

/** What deletes an account, on the table in memory and the stand-in for Stripe; the pool has nobody in it. */
export const deletionNeedsOf = ({ table }: World): DeletionNeeds => ({
  deletions: deletionRepository(table),
  leaving: leavingRepository(table),
  remains: remainsRepository(table),
  payments: stripeAccount,
  links: { voidAll: (userId) => voidAllLinks(table, userId) },
  mails: outboxRepository(table),
  messages: contactRepository(table),
  visitors: visitorRepository(table),
  userPool: { delete: async () => undefined },
  adminIds: async () => [],
})

/** Somebody has their account deleted. */
export const leave = async (world: World, who: PersonName): Promise<void> => {
  const member = await memberOf(world, who)
  const { user_id: account, stripe_customer_id: customer } = member.profile
  if (!world.left.some((one) => one.account === account)) world.left.push({ account, customer })
  await deleteAccount(member, deletionNeedsOf(world), world.clock.now())
}

/** Somebody who has left signs up again, with the same address. */
export const comeBack = async (world: World, who: PersonName): Promise<void> => {
  if ((await findMember(world, who)) !== undefined) return
  const account = `${who}-${world.left.length}`
  await world.table.transact(putNew(keys.profile(account), profileOf(who, account), 'taken'))
  world.accounts[who] = account
}

/** The hourly run that ends what a deletion left undone. */
export const finishLeaving = async (world: World): Promise<void> => {
  const needs = deletionNeedsOf(world)
  const left = await needs.deletions.unfinished(new Date(8.64e15), 100)
  for (const deletion of left) await continueDeletion(deletion, needs, world.clock.now())
}

/** Those who have an account now. */
export const present = async (world: World): Promise<PersonName[]> => {
  const found: PersonName[] = []
  for (const name of people) if (await findMember(world, name)) found.push(name)
  return found
}

/** The partition of an account that is gone, without the mark in its place. */
export const remainsOf = ({ database }: World, account: string): object[] =>
  database
    .all()
    .filter(({ pk, entity }) => pk?.['S'] === keys.profile(account).pk && entity?.['S'] !== 'tombstone')
