import { timeLimit } from '#platform/clock.ts'
import { errorFields, log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { scheduled } from '#platform/scheduled.ts'
import { userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { type AccountRepository, accountRepository } from '../account.repository.ts'
import { finishSignUp, type FinishSignUpDependencies, maxDiscarded } from '../finish-sign-up.ts'
import { linkRepository } from '../link.repository.ts'
import { pendingSignUpRepository } from '../pending-sign-up.repository.ts'

interface Dependencies extends FinishSignUpDependencies {
  readonly accounts: Pick<AccountRepository, 'markFinished' | 'listUnfinished' | 'recordAttempt'>
}

/** Age from which a confirmation is finished, in milliseconds. The request of a newer one may still be running. */
const inProgressMs = 60_000
/** Maximum number of addresses in one run. The next run continues with the rest. */
const batchSize = 100

/**
 * Time after which a run begins no further address, in milliseconds. Lambda ends it after 60 seconds, and an address with
 * many sign-ups takes about 20.
 */
const maxRunMs = 30_000

/**
 * Repeats the steps that follow a confirmation, for addresses whose request was interrupted. Until then the user is
 * signed in by the link, but the password does not work. The next run continues with the addresses that are left.
 *
 * @throws Error if an address could not be finished, so that the function's error alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ finished: number }> => {
  const isTimeUp = timeLimit(maxRunMs)
  let [finished, failed] = [0, 0]
  const confirmedBefore = new Date(now.getTime() - inProgressMs)
  for (const { user_id: userId, email } of await deps.accounts.listUnfinished(confirmedBefore, batchSize)) {
    if (isTimeUp()) break
    try {
      // Before the steps, because they may outlast the run.
      await deps.accounts.recordAttempt(email, now)
      if (await finishSignUp({ userId, email }, deps, now, maxDiscarded.schedule)) finished += 1
    } catch (error) {
      failed += 1
      log.error('sign-up not finished', { userId, ...errorFields(error) })
    }
  }
  if (failed > 0) throw new Error(`${failed} sign-ups could not be finished`)
  return { finished }
}

const table = new Table()
const deps: Dependencies = {
  accounts: accountRepository(table),
  signUps: pendingSignUpRepository(table),
  links: linkRepository(table),
  userPool: userPoolAccounts,
}
export const handler = scheduled((now) => handle(deps, now))
