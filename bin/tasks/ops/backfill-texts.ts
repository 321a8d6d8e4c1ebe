import * as z from 'zod/mini'
import { filePrefix, keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'

const named = z.object({ name: z.string() })

/**
 * Requests text extraction for the library files without text, because they are older than the search inside files or
 * their text could not be stored. The table's stream passes the request to `index-library-file`. Unreadable files have
 * an empty text, so they are not requested again.
 *
 * @param options.again requests it for every file: a release may read more of a file than earlier ones
 */
export const backfillTexts = async (table: Table, now: Date, { again = false } = {}): Promise<string> => {
  const files = (await table.list(keys.libraryFile('').pk, filePrefix)).map((item) => named.parse(item).name)
  const texts = await table.findMany(
    files.map((name) => keys.libraryText(name)),
    named,
  )
  const known = new Set(texts.map(({ name }) => name))
  const missing = files.filter((name) => again || !known.has(name))
  for (const name of missing)
    await table.transact(
      update(keys.libraryFile(name), 'SET text_requested_at = :now', {
        onlyIf: 'attribute_exists(pk)',
        values: { ':now': now.toISOString() },
      }),
    )
  if (again) return `All ${files.length} library files will be read again within minutes.`
  return `Of ${files.length} library files, ${missing.length} had no text. Members can search inside them within minutes.`
}
