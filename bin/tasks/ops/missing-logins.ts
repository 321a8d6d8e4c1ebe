import * as z from 'zod'
import type { Stage } from '#lib/stages.ts'
import { invoke } from './invoke.ts'

const listing = z.object({ accounts: z.number(), logins: z.number(), missing: z.array(z.string()) })
const report = z.object({ closed: z.number(), left: z.number(), failed: z.number() })

const closeAccounts = (stage: Stage, event: object): Promise<unknown> =>
  invoke(stage, 'close-accounts-without-login', event)

/** Lists the accounts whose login is missing in the user pool. */
const list = async (stage: Stage): Promise<string> => {
  const { accounts, logins, missing } = listing.parse(await closeAccounts(stage, { list: true }))
  if (missing.length === 0) return `All ${accounts} accounts have a login.`
  return `${missing.length} of ${accounts} accounts have no login. The user pool has ${logins} users.

${missing.join('\n')}

To close these accounts permanently, add --confirm ${missing.length}.`
}

/**
 * Closes the accounts whose login is missing, if they are no more than `confirmed`.
 *
 * @throws Error if some are left
 */
const close = async (stage: Stage, confirmed: number): Promise<string> => {
  let total = 0
  for (let left = confirmed; ;) {
    const run = report.parse(await closeAccounts(stage, { confirmed: left }))
    total += run.closed
    if (run.left > 0 && run.closed === 0 && run.failed === 0)
      throw new Error(
        `Closed ${total}. ${run.left} accounts have no login, which is more than you confirmed: list them again.`,
      )
    if (run.failed > 0)
      throw new Error(`Closed ${total}. ${run.failed} failed: read the log of close-accounts-without-login.`)
    if (run.left === 0) return `Closed ${total}. All other accounts have a login.`
    console.error(`Closed ${total} so far. ${run.left} are left.`)
    ;({ left } = run)
  }
}

/**
 * Lists the accounts whose login is missing, or closes them once an operator has checked their number.
 *
 * @param confirm the number, as typed
 */
export const missingLogins = async (stage: Stage, confirm: string | undefined): Promise<string> => {
  if (confirm === undefined) return list(stage)
  if (!/^[1-9]\d*$/.test(confirm))
    throw new Error('Pass the number of accounts that you checked: --confirm 34')
  return close(stage, Number(confirm))
}
