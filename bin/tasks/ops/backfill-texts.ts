import * as z from 'zod/mini'
import { filePrefix, keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'
import { type Progress, progressPrinter } from '../command-line/progress.ts'

const named = z.object({ name: z.string() })

/** Files whose texts are read at the same time. A text has up to 400 KB. */
const filesAtOnce = 20

/** Returns the files of a batch that have no text. */
const withoutText = async (table: Table, files: readonly string[]): Promise<string[]> => {
  const texts = await table.findMany(
    files.map((name) => keys.libraryText(name)),
    named,
  )
  const known = new Set(texts.map(({ name }) => name))
  return files.filter((name) => !known.has(name))
}

interface Options {
  /** Requests the text of every file: a release may read more of a file than earlier ones. */
  readonly again?: boolean
  readonly progress?: Progress
}

/**
 * Requests text extraction for the library files without text, because they are older than the search inside files or
 * their text could not be stored. The table's stream passes the request to `index-library-file`. Unreadable files have
 * an empty text, so they are not requested again.
 */
export const backfillTexts = async (
  table: Table,
  now: Date,
  { again = false, progress = progressPrinter() }: Options = {},
): Promise<string> => {
  const files = (await table.list(keys.libraryFile('').pk, filePrefix)).map((item) => named.parse(item).name)
  let requested = 0
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const batch = files.slice(at, at + filesAtOnce)
    const missing = again ? batch : await withoutText(table, batch)
    for (const name of missing)
      await table.transact(
        update(keys.libraryFile(name), 'SET text_requested_at = :now', {
          onlyIf: 'attribute_exists(pk)',
          values: { ':now': now.toISOString() },
        }),
      )
    requested += missing.length
    progress(`Library files: ${at + batch.length} of ${files.length} done.`)
  }
  if (again) return `All ${files.length} library files will be read again within minutes.`
  return `Of ${files.length} library files, ${requested} had no text. Members can search inside them within minutes.`
}
