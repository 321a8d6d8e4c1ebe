import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { indexWords, synonymTokensIn } from '#shared/rules/search-words.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put } from '#platform/table/write.ts'
import { textVersionWrite } from './text-version.ts'
import type { FileText, Passage } from './text/passage.ts'

const passages = z.array(z.object({ place: z.string(), text: z.string() }))
/** `words`: the words of the text and its synonyms in the forms that a search looks for, each between two spaces. */
const content = z.object({ passages, words: z.string() })

const textRecord = z.object({
  entity: z.literal('library_text'),
  name: z.string(),
  /** The content as compressed JSON in Base64: about half of its size. */
  content: z.string(),
})

const versionRecord = z.object({ entity: z.literal('library_text_version'), version: z.string() })

const wordsOf = (text: string): string =>
  ` ${[...new Set([...indexWords(text), ...synonymTokensIn(text)])].join(' ')} `

/** The stored content of each text that was read. */
const storedContents = new WeakMap<FileText, string>()

const unpack = ({ name, content: stored }: z.infer<typeof textRecord>): FileText => {
  const parsed: unknown = JSON.parse(gunzipSync(Buffer.from(stored, 'base64')).toString('utf8'))
  const text = { name, ...content.parse(parsed) }
  storedContents.set(text, stored)
  return text
}

export const textPageSize = 100

/** The text inside the files of the library, and a version that changes whenever a text is stored or deleted. */
export const textRepository = (table: Table) => ({
  /** Saves the text of a file. Replaces an earlier one. Does nothing if the library no longer lists the file. */
  async save(name: string, fileText: readonly Passage[], version: string): Promise<void> {
    const words = wordsOf(fileText.map(({ text }) => text).join('\n'))
    await table.transact(
      check(keys.libraryFile(name), { onlyIf: 'attribute_exists(pk)' }),
      put(keys.libraryText(name), {
        entity: 'library_text',
        name,
        content: gzipSync(JSON.stringify({ passages: fileText, words })).toString('base64'),
      }),
      textVersionWrite(version),
    )
  },

  /** Returns the version of the texts, or `undefined` if no texts are stored. */
  version: async (): Promise<string | undefined> =>
    (await table.find(keys.libraryTextVersion(), versionRecord))?.version,

  /**
   * Returns the texts of the next 100 files in order of name, including those of files that the library no longer has.
   * A page with fewer is the last one.
   *
   * @param after name of the file after which the page starts. Default: the first page
   * @param earlier a text that has not changed since these were read is the same object as there
   */
  async listPage(after?: string, earlier: ReadonlyMap<string, FileText> = new Map()): Promise<FileText[]> {
    const from = after === undefined ? {} : { from: keys.libraryText(after) }
    const items = await table.list(keys.libraryText('').pk, '', { limit: textPageSize, ...from })
    return items.map((item) => {
      const record = parseItem(textRecord, item)
      const before = earlier.get(record.name)
      return before && storedContents.get(before) === record.content ? before : unpack(record)
    })
  },
})

export type TextRepository = ReturnType<typeof textRepository>
