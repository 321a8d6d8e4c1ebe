import { deleteOrphanedLogins, knownUserIds } from '#services/account/orphaned-logins.ts'
import { handle as finishSignUps } from '#services/identity/finish-sign-ups/handler.ts'
import { handle as finishLibraryFiles } from '#services/library/finish-library-files/handler.ts'
import { finishDeletions } from '../delete-account.ts'
import { runReconcile } from '../steps.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { deleteOld } from './chats.ts'
import { deliverWaiting } from './email-deliveries.ts'
import { libraryDependencies } from './library-files.ts'
import { signUpDependencies } from './sign-ups.ts'

const dayMs = 24 * 3600_000

/** Runs the part of `close-accounts-without-login` that deletes users of the pool without an account. */
const closeOrphanedLogins = async ({ billing, faults, pool }: ChaosWorld): Promise<unknown> => {
  const now = billing.clock.now()
  const userPool = faults.around('user pool', pool)
  const createdAt = new Date(now.getTime() - dayMs)
  const logins = pool.list().map((login) => ({ ...login, createdAt }))
  return deleteOrphanedLogins(logins, { knownUserIds: knownUserIds(billing.table), userPool }, now)
}

/** The names of the scheduled functions that finish what a failure left. */
export const scheduleNames = [
  'finish-sign-ups',
  'finish-library-files',
  'finish-deletions',
  'reconcile',
  'send-waiting-emails',
  'close-accounts-without-login',
  'delete-old-chats',
] as const
export type Schedule = (typeof scheduleNames)[number]

export const schedules = {
  'finish-sign-ups': (chaos: ChaosWorld): Promise<unknown> =>
    finishSignUps(signUpDependencies(chaos), chaos.billing.clock.now()),
  'finish-library-files': (chaos: ChaosWorld): Promise<unknown> =>
    finishLibraryFiles(libraryDependencies(chaos), chaos.billing.clock.now()),
  'finish-deletions': ({ billing }: ChaosWorld): Promise<unknown> => finishDeletions(billing),
  reconcile: ({ billing }: ChaosWorld): Promise<unknown> => runReconcile(billing),
  'send-waiting-emails': deliverWaiting,
  'close-accounts-without-login': closeOrphanedLogins,
  'delete-old-chats': deleteOld,
} as const satisfies Record<Schedule, (chaos: ChaosWorld) => Promise<unknown>>
