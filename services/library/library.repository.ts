import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { type LibraryKind, originalName } from '#shared/values/library-path.ts'
import { filePrefix, keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, putNew, remove, update, type Write } from '#platform/table/write.ts'
import type { Actor } from '#platform/table/audit.ts'
import { libraryAuditWrite } from './library-audit.ts'
import { libraryChangeWrite } from './library-change.ts'
import { nameOf } from './paths.ts'
import { textVersionWrite } from './text-version.ts'

/** A file that the library lists. Its upload is complete and its content was checked. */
const libraryFile = z.object({ entity: z.literal('library_file'), name: z.string() })

/** The same file with the fields that pages show. */
const fileDetails = z.extend(libraryFile, {
  size: z.number(),
  created_at: z.string(),
  /** Time of the last replacement. Absent if the file was never replaced. */
  replaced_at: z.optional(z.string()),
  upload: z.optional(z.string()),
})
type FileDetails = z.infer<typeof fileDetails>

/** The same file with the identity of its content. Files from before it was stored have none. */
const fileContent = z.extend(libraryFile, { etag: z.optional(z.string()), upload: z.optional(z.string()) })

export interface ListedFile {
  readonly name: string
  readonly originalName: string
  /** ISO time of the upload or, if the file was replaced, of its last replacement. */
  readonly changedAt: string
  /** Id of the upload that brought the content. Files from before it was stored have none. */
  readonly upload: string | undefined
}

interface NewFile {
  /** Identifies the content. */
  readonly etag: string
  /** Id of the upload. Default: the ETag. */
  readonly upload?: string
  /** True if the upload can only replace a listed file. */
  readonly isReplacement?: boolean
  readonly size: number
  readonly contentType: string
}

const uploadOf = ({ upload, etag }: NewFile): string => upload ?? etag

const additionWrites = (path: string, file: NewFile, actor: Actor): Write[] => {
  const name = nameOf(path)
  const item = {
    entity: 'library_file',
    name,
    size: file.size,
    content_type: file.contentType,
    etag: file.etag,
    upload: uploadOf(file),
    created_at: actor.now.toISOString(),
    created_by: actor.adminId,
  }
  return [put(keys.libraryFile(name), item), libraryAuditWrite('file-added', name, actor)]
}

const replacementWrites = (path: string, file: NewFile, actor: Actor): Write[] => {
  const name = nameOf(path)
  const values = {
    ':size': file.size,
    ':etag': file.etag,
    ':upload': uploadOf(file),
    ':now': actor.now.toISOString(),
  }
  return [
    update(keys.libraryFile(name), 'SET #size = :size, etag = :etag, upload = :upload, replaced_at = :now', {
      onlyIf: 'attribute_exists(pk)',
      names: { '#size': 'size' },
      values,
    }),
    libraryChangeWrite(path, { whatChanged: null, lawAsAt: null }, actor.now),
    libraryAuditWrite('file-replaced', name, actor),
  ]
}

/** Returns the writes for an upload of the content that the list has already: only its id changes. */
const repeatedUploadWrites = (path: string, file: NewFile): Write[] => [
  update(keys.libraryFile(nameOf(path)), 'SET upload = :upload', {
    onlyIf: 'attribute_exists(pk)',
    values: { ':upload': uploadOf(file) },
  }),
]

const removalWrites = (path: string, actor: Actor): Write[] => {
  const name = nameOf(path)
  return [
    remove(keys.libraryFile(name), { onlyIf: 'attribute_exists(pk)' }),
    remove(keys.fileTitle(path)),
    remove(keys.libraryFacts(path)),
    remove(keys.libraryText(name)),
    textVersionWrite(randomUUID()),
    libraryAuditWrite('file-deleted', name, actor),
  ]
}

/** Retention of a reserved name, in seconds: a form is valid for 15 minutes, and quarantine keeps a file for a day. */
const keepNameSeconds = 24 * 3600

/** Stores which files the library has. The files themselves are in the bucket. */
export const libraryRepository = (table: Table) => ({
  /** Lists the names of the first `limit` files, or of the files after `after`, in ascending order. */
  async listNames(limit: number, after?: string): Promise<string[]> {
    const from = after === undefined ? undefined : keys.libraryFile(after)
    const items = await table.list(keys.libraryFile('').pk, filePrefix, { limit, from })
    return items.map((item) => parseItem(libraryFile, item).name)
  },

  /**
   * Returns a name for a new file that no other upload has: `guides_1763600000000_Gas safety.pdf`. Two uploads of one
   * name in the same millisecond get successive times.
   */
  async reserveName(kind: LibraryKind, original: string, now: Date): Promise<string> {
    const reservation = {
      entity: 'reserved_name',
      expires_at_epoch_seconds: Math.ceil(now.getTime() / 1000) + keepNameSeconds,
    }
    for (let time = now.getTime(); ; time += 1) {
      const name = `${kind}_${time}_${original}`
      const { failedCondition } = await table.transact(
        putNew(keys.reservedName(name), reservation, 'reserved'),
      )
      if (failedCondition === undefined) return name
    }
  },

  /** Finds the file at a path. Returns undefined if the library does not list it. */
  async find(path: string): Promise<ListedFile | undefined> {
    const name = nameOf(path)
    const file = await table.find(keys.libraryFile(name), fileDetails)
    if (file === undefined) return undefined
    const { created_at, replaced_at: changedAt = created_at, upload } = file
    return { name, originalName: originalName(name), changedAt, upload }
  },

  /** Returns which of these names the library lists. */
  async findListed(names: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await table.findMany(
      names.map((name) => keys.libraryFile(name)),
      libraryFile,
    )
    return new Set(found.map(({ name }) => name))
  },

  /** Lists every file in ascending order of name. */
  async listFiles(): Promise<FileDetails[]> {
    const items = await table.list(keys.libraryFile('').pk, filePrefix)
    return items.map((item) => parseItem(fileDetails, item))
  },

  /**
   * Adds a file, already stored at its path, to the list. If the list has the path, the file was replaced: its title,
   * facts and history stay. Changes nothing if the list has this content, so a retry records nothing twice.
   *
   * @param further writes that belong to the addition
   * @returns false if a condition of `further` failed, or a replacement finds no file; nothing is written then
   */
  async add(path: string, file: NewFile, actor: Actor, ...further: readonly Write[]): Promise<boolean> {
    const name = nameOf(path)
    const listed = await table.find(keys.libraryFile(name), fileContent)
    // The file was deleted: a replacement must not bring it back, without its title and facts.
    if (listed === undefined && file.isReplacement === true) return false
    const changes = () => {
      if (listed === undefined) return additionWrites(path, file, actor)
      if (listed.etag !== file.etag) return replacementWrites(path, file, actor)
      return listed.upload === uploadOf(file) ? [] : repeatedUploadWrites(path, file)
    }
    const writes = [...further, ...changes()]
    if (writes.length === 0) return true
    return (await table.transact(...writes)).failedCondition === undefined
  },

  /** Removes a file from the list and deletes its title, facts and text. Does nothing if the file is not listed. */
  async remove(path: string, actor: Actor): Promise<void> {
    await table.transact(...removalWrites(path, actor))
  },
})

export type LibraryRepository = ReturnType<typeof libraryRepository>
