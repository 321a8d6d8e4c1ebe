import * as z from 'zod/mini'
import { findAccount } from '#platform/account/account.ts'
import { accountSearchRenewal, accountSearchWrites, formerSearchRemovals } from '#services/identity/public.ts'
import { findStage, type FoundStage } from '../admin/find-stage.ts'
import { userIdsOf } from '../admin/user-ids.ts'
import { type Progress, progressPrinter } from '../command-line/progress.ts'
import { backfillTexts } from './backfill-texts.ts'

type Stage = Pick<FoundStage, 'pool' | 'userPoolId' | 'table'>

/**
 * Adds the search entries that an account lacks and removes former ones. Changes nothing if the account is changed or
 * deleted concurrently, because those changes write the right entries themselves. Returns whether it changed anything.
 */
const completeAccount = async ({ table }: Stage, userId: string): Promise<boolean> => {
  const profile = (await findAccount(table, userId))?.profile
  // A pending sign-up gets its entries when its address is confirmed.
  if (profile?.email_verified_at === undefined) return false
  const writes = accountSearchWrites(profile)
  const removals = formerSearchRemovals(profile)
  const known = await table.findMany(
    [...writes, ...removals].map(({ key }) => key),
    z.object({ sk: z.string() }),
  )
  const found = new Set(known.map(({ sk }) => sk))
  if (writes.every(({ key }) => found.has(key.sk)) && !removals.some(({ key }) => found.has(key.sk)))
    return false
  const { failedCondition } = await table.transact(...accountSearchRenewal(profile))
  return failedCondition === undefined
}

/** Accounts that are completed at the same time: few enough that the table can still serve its users. */
const accountsAtOnce = 10

/**
 * Completes the entries for the admins' search of accounts that are older than the current form of the entries.
 * Repeating it changes nothing.
 */
export const backfillSearch = async (
  stage: Stage,
  progress: Progress = progressPrinter(),
): Promise<string> => {
  const ids = await userIdsOf(stage, progress)
  let completed = 0
  for (let at = 0; at < ids.length; at += accountsAtOnce) {
    const batch = ids.slice(at, at + accountsAtOnce)
    const results = await Promise.all(batch.map((id) => completeAccount(stage, id)))
    completed += results.filter(Boolean).length
    progress(`Search entries: ${at + batch.length} of ${ids.length} users checked.`)
  }
  return `${completed} of ${ids.length} users had missing or former search entries. They are complete now.`
}

/** Runs the command for a deployed stage, with the credentials of the environment. */
export const backfillSearchOf = async (name: string, options: { again: boolean }): Promise<string> => {
  const stage = await findStage(name, process.env)
  const accounts = await backfillSearch(stage)
  return `${accounts}\n${await backfillTexts(stage.table, new Date(), options)}`
}
