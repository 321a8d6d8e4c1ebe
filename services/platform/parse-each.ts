import { AsyncLocalStorage } from 'node:async_hooks'
import type * as z from 'zod/mini'
import { errorFields, log } from './log.ts'

/** An item as the table stores it. */
type Item = Readonly<Record<string, unknown>>

/** Counts the items that the current scheduled run could not parse. */
const currentRun = new AsyncLocalStorage<{ unreadable: number }>()

/** The name of a library file, behind the part that `nameForLog` keeps. */
const typedName = /((?:guides|templates)_\d+).*/s

/** Identifies an item in the log. Leaves out a key with an email address, and the part of a file name that was typed. */
export const itemForLog = ({ entity, pk, sk, user_id: userId }: Item) => {
  const kind = typeof entity === 'string' ? entity : undefined
  const [itemKey = '', itemSortKey = ''] = [pk, sk].map((key) => String(key).replace(typedName, '$1'))
  if (!`${itemKey} ${itemSortKey}`.includes('@')) return { itemKey, itemSortKey, entity: kind }
  return { entity: kind, ...(typeof userId === 'string' ? { userId } : {}) }
}

/** Logs which item could not be parsed. The error names only the fields that are wrong. */
const logUnreadable = (item: Item, error: unknown): void =>
  log.error('item not readable', { ...itemForLog(item), ...errorFields(error) })

/**
 * Parses an item. Logs which one it was if it cannot be parsed: one damaged item of a list that all members read, such
 * as the library, fails every request.
 *
 * @throws the error of the schema
 */
export const parseItem = <S extends z.ZodMiniType>(schema: S, item: Item): z.output<S> => {
  try {
    return schema.parse(item)
  } catch (error) {
    logUnreadable(item, error)
    throw error
  }
}

/**
 * Parses the items of a list, and logs which one cannot be parsed. A scheduled run leaves such an item out, because it
 * would keep every run from processing the others, and fails at its end.
 *
 * @throws the error of the first such item, outside scheduled runs
 */
export const parseEach = <T>(items: readonly Item[], parse: (item: Item) => T): T[] =>
  items.flatMap((item) => {
    try {
      return [parse(item)]
    } catch (error) {
      logUnreadable(item, error)
      const run = currentRun.getStore()
      if (run === undefined) throw error
      run.unreadable += 1
      return []
    }
  })

/**
 * Parses the first items of a list, at most `limit` (default: all). A scheduled run leaves out an item as `parseEach`
 * does, and reads on: damaged items at the front of a list do not hold up the others.
 */
export const parseFirst = async <T>(
  items: AsyncIterable<Item>,
  parse: (item: Item) => T,
  limit = Infinity,
): Promise<T[]> => {
  const parsed: T[] = []
  for await (const item of items) {
    parsed.push(...parseEach([item], parse))
    if (parsed.length >= limit) break
  }
  return parsed
}

/**
 * Runs an action in which `parseEach` leaves out unreadable items.
 *
 * @throws Error after the action, if there were any
 */
export const leavingOutUnreadable = async <Result>(action: () => Promise<Result>): Promise<Result> => {
  const run = { unreadable: 0 }
  const result = await currentRun.run(run, action)
  if (run.unreadable > 0) throw new Error(`${run.unreadable} items could not be read`)
  return result
}
