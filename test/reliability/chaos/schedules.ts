import { withStripe } from '#platform/stripe.ts'
import { handle as closeAccountsWithoutLogin } from '#services/account/close-accounts-without-login/handler.ts'
import { expiredItemRepository } from '#services/account/expired-item.repository.ts'
import { expiredSignUps } from '#services/account/expired-sign-ups.ts'
import { handle as finishDeletions } from '#services/account/finish-deletions/handler.ts'
import { knownUserIds } from '#services/account/orphaned-logins.ts'
import { handle as retention } from '#services/account/retention/handler.ts'
import { handle as checkClosedDates } from '#services/chat/check-closed-dates/handler.ts'
import { handle as finishSignUps } from '#services/identity/finish-sign-ups/handler.ts'
import { listAccountIds } from '#services/identity/public.ts'
import { chatDeletionRepository } from '#services/inbox/chat-deletion.repository.ts'
import { reminderRepository } from '#services/inbox/reminder.repository.ts'
import { handle as sendInboxReminders } from '#services/inbox/send-inbox-reminders/handler.ts'
import { handle as finishLibraryFiles } from '#services/library/finish-library-files/handler.ts'
import { libraryEmailsRepository } from '#services/library/library-emails.repository.ts'
import { handle as sendLibraryEmails } from '#services/library/send-library-emails/handler.ts'
import { handle as computeNumbers } from '#services/numbers/compute-numbers/handler.ts'
import { numbersRepository } from '#services/numbers/numbers.repository.ts'
import { readStripeFigures } from '#services/numbers/stripe-figures.ts'
import { tableFigures } from '#services/numbers/table-figures.ts'
import { handle as closePasses } from '#services/passes/close-passes/handler.ts'
import { handle as warnExpiringPasses } from '#services/passes/warn-expiring-passes/handler.ts'
import { warningRepository } from '#services/passes/warn-expiring-passes/warning.repository.ts'
import { changedDetailsRepository } from '#services/payments/changed-details.repository.ts'
import { handle as checkPrices } from '#services/payments/check-prices/handler.ts'
import { handle as copyAccountDetails } from '#services/payments/copy-account-details/handler.ts'
import { handle as removeOldAssets } from '#services/site/remove-old-assets/handler.ts'
import { handle as checkWebhookEndpoint } from '#services/stripe-events/check-webhook-endpoint/handler.ts'
import { listEndpoints } from '#services/stripe-events/webhook-endpoint.ts'
import { handle as renewalReminders } from '#services/subscriptions/renewal-reminders/handler.ts'
import { deletionDependenciesOf } from '../delete-account.ts'
import { runReconcile } from '../steps.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { deleteOld } from './chats.ts'
import { deliverWaiting } from './email-deliveries.ts'
import { libraryDependencies } from './library-files.ts'
import { signUpDependencies } from './sign-up-dependencies.ts'

const dayMs = 24 * 3600_000

const nowOf = ({ billing }: ChaosWorld): Date => billing.clock.now()

const closeAccounts = (chaos: ChaosWorld): Promise<unknown> => {
  const { billing, faults, pool } = chaos
  const createdAt = new Date(nowOf(chaos).getTime() - dayMs)
  const deps = {
    ...deletionDependenciesOf(billing),
    accountIds: () => listAccountIds(billing.table),
    knownUserIds: knownUserIds(billing.table),
    logins: faults.around('user pool', {
      list: async () => pool.list().map((login) => ({ ...login, createdAt })),
      exists: async (userId: string) => pool.has(userId),
    }),
  }
  return closeAccountsWithoutLogin({}, deps, nowOf(chaos))
}

const removeExpired = (chaos: ChaosWorld): Promise<unknown> => {
  const { billing, faults, pool } = chaos
  const deps = {
    expiredItems: expiredItemRepository(billing.table),
    signUps: expiredSignUps(billing.table, faults.around('user pool', pool)),
  }
  return retention(deps, nowOf(chaos))
}

const remindOfInbox = (chaos: ChaosWorld): Promise<unknown> => {
  const { table, deps } = chaos.billing
  const { siteUrl } = deps
  const reminders = reminderRepository(table)
  // With this provider, an admin deletes old chats by hand.
  return sendInboxReminders(
    { reminders, chatDeletions: chatDeletionRepository(table), provider: 'tawk', siteUrl },
    nowOf(chaos),
  )
}

const listPrices = (lookupKeys: string[]) =>
  withStripe(async (stripe) => (await stripe.prices.list({ lookup_keys: lookupKeys, limit: 100 })).data)

/** Every scheduled function, by its name. */
export const schedules = {
  'finish-sign-ups': (chaos) => finishSignUps(signUpDependencies(chaos), nowOf(chaos)),
  'finish-library-files': (chaos) => finishLibraryFiles(libraryDependencies(chaos), nowOf(chaos)),
  'finish-deletions': (chaos) => finishDeletions(deletionDependenciesOf(chaos.billing), nowOf(chaos)),
  reconcile: ({ billing }) => runReconcile(billing),
  'copy-account-details': ({ billing: { table, deps, clock } }) =>
    copyAccountDetails({ details: changedDetailsRepository(table), stripe: deps.stripe }, clock.now()),
  'close-passes': ({ billing: { deps, clock } }) => closePasses(deps, clock.now()),
  'warn-expiring-passes': ({ billing: { table, deps, clock } }) =>
    warnExpiringPasses({ ...deps, warnings: warningRepository(table) }, clock.now()),
  'renewal-reminders': ({ billing: { deps, clock } }) => renewalReminders(deps, clock.now()),
  'send-inbox-reminders': remindOfInbox,
  'send-library-emails': ({ billing: { table, deps, clock } }) =>
    sendLibraryEmails({ table, emails: libraryEmailsRepository(table), siteUrl: deps.siteUrl }, clock.now()),
  'send-waiting-emails': deliverWaiting,
  'close-accounts-without-login': closeAccounts,
  'delete-old-chats': deleteOld,
  retention: removeExpired,
  'compute-numbers': ({ billing: { table, clock } }) =>
    computeNumbers(
      { numbers: numbersRepository(table), figures: tableFigures(table), readStripeFigures },
      clock.now(),
    ),
  'check-prices': () => checkPrices({ liveMode: false, listPrices }),
  'check-webhook-endpoint': ({ billing }) =>
    checkWebhookEndpoint({
      siteUrl: billing.deps.siteUrl,
      listEndpoints: () => withStripe(listEndpoints),
    }),
  'check-closed-dates': async (chaos) => checkClosedDates(nowOf(chaos)),
  'remove-old-assets': ({ billing, faults, site }) =>
    removeOldAssets(faults.around('storage', site), billing.clock.now()),
} as const satisfies Readonly<Record<string, (chaos: ChaosWorld) => Promise<unknown>>>

export type Schedule = keyof typeof schedules

/** Functions that only report what they find, and one that runs whenever events are drained. */
const notAtTheEnd: readonly Schedule[] = [
  'compute-numbers',
  'check-prices',
  'check-webhook-endpoint',
  'check-closed-dates',
  'reconcile',
]

export const scheduleNames = Object.entries(schedules).map(([name]) => name as Schedule)

/** The functions that finish what was under way, in the order in which they run at the end of a journey. */
export const finishingSchedules = scheduleNames.filter((name) => !notAtTheEnd.includes(name))
