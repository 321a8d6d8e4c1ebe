import {
  continueDeletion,
  deleteAccount,
  type DeletionDependencies,
} from '#services/account/delete-account.ts'
import { deletionDependencies } from '#services/account/deletion-dependencies.ts'
import { keys } from '#platform/table/keys.ts'
import { putNew } from '#platform/table/write.ts'
import { passSecond } from './money-steps.ts'
import { findAccount, accountOf } from './steps.ts'
import { userNames, type UserName, profileOf, type World } from './world.ts'

/** The production dependencies on the in-memory table, the Stripe emulator and the world's logins. */
export const deletionDependenciesOf = ({ table, deleteLogin }: World): DeletionDependencies => ({
  ...deletionDependencies(table),
  userPool: { delete: deleteLogin },
  forgetChatVisitor: async () => undefined,
  adminIds: async () => [],
})

/** Deletes the account of a user and records it in `world.deletedAccounts`. */
export const deleteAccountOf = async (world: World, who: UserName): Promise<void> => {
  const account = await accountOf(world, who)
  const { user_id: id, stripe_customer_id: customer, email, former_emails: former = [] } = account.profile
  passSecond(world)
  const now = world.clock.now()
  const deleted = { account: id, customer, emails: [email, ...former.map((one) => one.email)], at: now }
  // An earlier deletion of the account may have failed.
  world.deletedAccounts = [...world.deletedAccounts.filter((one) => one.account !== id), deleted]
  await deleteAccount(account, deletionDependenciesOf(world), now)
}

/** Opens a new account, with the same address, for a user whose account was deleted. */
export const signUpAgain = async (world: World, who: UserName): Promise<void> => {
  if ((await findAccount(world, who)) !== undefined) return
  const account = `${who}-${world.deletedAccounts.length}`
  const profile = profileOf(who, account)
  const key = keys.profile(account)
  try {
    await world.table.transact(putNew(key, profile, 'taken'), ...world.onNewAccount(profile))
  } finally {
    // The response may have been lost.
    const isStored = world.database.ofEntity('profile').some(({ pk }) => pk?.['S'] === key.pk)
    if (isStored) {
      world.openLogin(profile)
      world.accounts[who] = account
    }
  }
}

/** Continues all unfinished deletions, as the hourly function does. */
export const finishDeletions = async (world: World): Promise<void> => {
  const deps = deletionDependenciesOf(world)
  // A later year would be written with a plus sign, which sorts before all other times.
  const unfinished = await deps.deletions.listUnfinished(new Date('9999-01-01'), 100)
  for (const deletion of unfinished) await continueDeletion(deletion, deps, world.clock.now())
}

/** Lists the users who have an account now. */
export const accountHolders = async (world: World): Promise<UserName[]> => {
  const found: UserName[] = []
  for (const name of userNames) if (await findAccount(world, name)) found.push(name)
  return found
}

/** Entities that remain after the deletion of an account. Audit entries name users by id only. */
const retained = ['tombstone', 'audit']

/** Returns the items in the partition of a deleted account that must not be there. */
export const recordsOf = ({ database }: World, account: string): object[] =>
  database
    .all()
    .filter(
      ({ pk, entity }) => pk?.['S'] === keys.profile(account).pk && !retained.includes(String(entity?.['S'])),
    )
