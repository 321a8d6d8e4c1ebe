import * as z from 'zod/mini'
import { keys, unfinishedPrefix } from '#platform/table/keys.ts'
import { parseEach } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put, remove, update, type Write } from '#platform/table/write.ts'
import type { Actor } from '#platform/table/audit.ts'
import { nameOf } from './paths.ts'

const unfinishedFile = z.object({
  entity: z.literal('unfinished_file'),
  name: z.string(),
  change: z.enum(['upload', 'deletion']),
  /** Id of the upload. */
  upload: z.optional(z.string()),
  /**
   * Thumbnail of the upload, in Base64. It is sent with the request only, so it would be lost if the request were
   * interrupted.
   */
  thumbnail: z.optional(z.string()),
  /** Set if this upload cannot be completed any more. */
  abandoned: z.optional(z.boolean()),
  admin_id: z.string(),
  started_at: z.string(),
})
export type UnfinishedFile = z.infer<typeof unfinishedFile>

/** Ways in which an upload ends: its content has another type, the file to replace was deleted, or it is listed. */
const uploadOutcomes = ['rejected', 'deleted', 'listed'] as const
type UploadOutcome = (typeof uploadOutcomes)[number]
export type DiscardReason = Exclude<UploadOutcome, 'listed'>

const endedUpload = z.object({ entity: z.literal('ended_upload'), outcome: z.enum(uploadOutcomes) })

/** Retention of the outcome, in seconds. Quarantine keeps other uploads for a day, too. */
const keepOutcomeSeconds = 24 * 3600

export interface UploadOfPath {
  readonly path: string
  /** Id of the upload. */
  readonly id: string
}

interface StartedUpload {
  /** Id of the upload. */
  readonly upload: string
  readonly thumbnail: string | undefined
  /** True if the upload may start only while the file is listed. */
  readonly mustBeListed: boolean
  /**
   * True if the upload only adds the thumbnail of the listed content. The record of another upload then stays, even if
   * that was interrupted and may have changed the storage. Only a further upload or the scheduled function repairs that.
   */
  readonly onlyAddsThumbnail?: boolean
}

const itemOf = (change: UnfinishedFile['change'], name: string, { adminId, now }: Actor): UnfinishedFile => ({
  entity: 'unfinished_file',
  name,
  change,
  admin_id: adminId,
  started_at: now.toISOString(),
})

/**
 * Age from which a change is finished, in milliseconds: longer than any function runs. The request of a newer one may
 * still be running.
 */
export const inProgressMs = 60_000

/** Returns the writes that start an upload, with the conditions under which it can start. */
const startWrites = (
  name: string,
  { upload, thumbnail, mustBeListed, onlyAddsThumbnail = false }: StartedUpload,
  actor: Actor,
): Write<'not_listed'>[] => {
  const mayStart = onlyAddsThumbnail
    ? 'upload = :upload'
    : '(upload = :upload OR attribute_exists(abandoned) OR started_at < :oldest)'
  const oldest = new Date(actor.now.getTime() - inProgressMs).toISOString()
  const listed = check(keys.libraryFile(name), { onlyIf: 'attribute_exists(pk)', otherwise: 'not_listed' })
  const start = put(
    keys.unfinishedFile(name),
    { ...itemOf('upload', name, actor), upload, thumbnail },
    {
      onlyIf: `attribute_not_exists(pk) OR (#change = :change AND ${mayStart})`,
      names: { '#change': 'change' },
      values: {
        ':change': 'upload',
        ':upload': upload,
        ...(onlyAddsThumbnail ? {} : { ':oldest': oldest }),
      },
    },
  )
  return mustBeListed ? [listed, start] : [start]
}

/**
 * Records that storage and list may differ for a file, before either is changed. `finish-library-files` completes the
 * change if its function is interrupted.
 */
export const unfinishedFileRepository = (table: Table) => ({
  /**
   * Starts an upload, or starts it again. Uploads to the same path run one after the other, so that the content, the
   * thumbnail and the listed entry belong to the same upload.
   *
   * @returns `busy` while another upload to the path runs, `deleting` if the file is being deleted, `not_listed` if
   * there is no file to replace
   */
  async startUpload(
    path: string,
    start: StartedUpload,
    actor: Actor,
  ): Promise<'started' | 'busy' | 'deleting' | 'not_listed'> {
    const { failedCondition } = await table.transact(...startWrites(nameOf(path), start, actor))
    if (failedCondition === undefined) return 'started'
    if (failedCondition === 'not_listed') return 'not_listed'
    const current = await table.find(keys.unfinishedFile(nameOf(path)), unfinishedFile)
    return current?.change === 'deletion' ? 'deleting' : 'busy'
  },

  /**
   * Lets another upload to the path start immediately, because this one cannot be completed any more. The record stays:
   * an earlier attempt may have changed the storage.
   */
  async abandonUpload(path: string, upload: string): Promise<void> {
    await table.transact(
      update(keys.unfinishedFile(nameOf(path)), 'SET abandoned = :true', {
        onlyIf: 'upload = :upload',
        values: { ':true': true, ':upload': upload },
      }),
    )
  },

  /**
   * Returns the write that ends an upload. It fails if the file is being deleted or another request ended the upload.
   */
  uploadEnd: (path: string, upload: string): Write =>
    remove(keys.unfinishedFile(nameOf(path)), {
      onlyIf: '#change = :change AND upload = :upload',
      names: { '#change': 'change' },
      values: { ':change': 'upload', ':upload': upload },
    }),

  /** Ends an upload without a change of the list. Returns false if it is not under way any more. */
  async endUpload(path: string, upload: string): Promise<boolean> {
    return (await table.transact(this.uploadEnd(path, upload))).failedCondition === undefined
  },

  /** Returns the write that records how an upload ended, so that a repeated request gets the right response. */
  outcomeWrite: ({ path, id }: UploadOfPath, outcome: UploadOutcome, now: Date): Write =>
    put(keys.endedUpload(id, nameOf(path)), {
      entity: 'ended_upload',
      outcome,
      expires_at_epoch_seconds: Math.ceil(now.getTime() / 1000) + keepOutcomeSeconds,
    }),

  /** Records why an upload will be deleted from quarantine. */
  async recordDiscard(upload: UploadOfPath, reason: DiscardReason, now: Date): Promise<void> {
    await table.transact(this.outcomeWrite(upload, reason, now))
  },

  /** Returns how an upload ended, or undefined if it did not end within the last day. */
  findOutcome: async ({ path, id }: UploadOfPath): Promise<UploadOutcome | undefined> =>
    (await table.find(keys.endedUpload(id, nameOf(path)), endedUpload))?.outcome,

  /** Starts a deletion. It ends any upload of the file: a request that is still copying it can no longer list it. */
  startDeletion: (path: string, actor: Actor): Promise<void> =>
    table.put(keys.unfinishedFile(nameOf(path)), itemOf('deletion', nameOf(path), actor)),

  /** Lists the changes that started before a time. */
  async list(startedBefore: Date): Promise<UnfinishedFile[]> {
    const items = await table.list(keys.unfinishedFile('').pk, unfinishedPrefix)
    const files = parseEach(items, (item) => unfinishedFile.parse(item))
    return files.filter(({ started_at: startedAt }) => startedAt < startedBefore.toISOString())
  },

  /** Deletes the record of a change that has no steps left, unless it was started again. */
  async forget({ name, started_at: startedAt }: UnfinishedFile): Promise<void> {
    await table.transact(
      remove(keys.unfinishedFile(name), {
        onlyIf: 'started_at = :startedAt',
        values: { ':startedAt': startedAt },
      }),
    )
  },
})

export type UnfinishedFileRepository = ReturnType<typeof unfinishedFileRepository>
