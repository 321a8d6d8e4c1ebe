import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import type { addMediaLink, MediaLink } from '#shared/contract/library.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { keys, mediaPrefix } from '#platform/table/keys.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove } from '#platform/table/write.ts'
import type { Actor } from '#platform/table/audit.ts'
import { libraryAuditWrite } from './library-audit.ts'

const mediaRecord = z.object({
  entity: z.literal('media_link'),
  id: z.string(),
  provider: z.literal('youtube'),
  url: z.string(),
  video_id: z.nullable(z.string()),
  title: z.nullable(z.string()),
  is_active: z.boolean(),
  created_at: z.string(),
  /** Time of the last change of the title. Absent if it was never changed. */
  changed_at: z.optional(z.string()),
})

/** A video with the time of its last change. */
type StoredVideo = MediaLink & Pick<z.infer<typeof mediaRecord>, 'changed_at'>

/** A video that was added, with what has changed. */
export type AddedVideo = z.infer<typeof addMediaLink.ok>

/** Returns the condition that a video is still as it was read. */
const unchanged = (before: StoredVideo | undefined) =>
  before === undefined
    ? { onlyIf: 'attribute_not_exists(pk)' }
    : { onlyIf: 'title = :savedTitle', values: { ':savedTitle': before.title } }

const outcomeOf = (before: StoredVideo | undefined, title: string | null): AddedVideo['outcome'] => {
  if (before === undefined) return 'added'
  return before.title === title ? 'unchanged' : 'title_updated'
}

const newestFirst = (a: MediaLink, b: MediaLink): number => compareCodeUnits(b.created_at, a.created_at)

/** Stores the videos of the library, which are on YouTube. */
export const mediaRepository = (table: Table) => ({
  /** Lists the videos, newest first. */
  async list({ includeInactive }: { includeInactive: boolean }): Promise<StoredVideo[]> {
    const items = await table.list(keys.mediaLink('').pk, mediaPrefix)
    return items
      .map((item) => parseItem(mediaRecord, item))
      .filter((link) => includeInactive || link.is_active)
      .toSorted(newestFirst)
  },

  /**
   * Adds a video. If there is one with the same id, changes its title instead, if the request has one: the video keeps
   * the time at which it was added. Writes nothing if the library shows the video with this title already.
   */
  add(video: Omit<MediaLink, 'created_at'>, actor: Actor): Promise<AddedVideo> {
    const now = actor.now.toISOString()
    return retryOnConflict('the title of a video', async () => {
      const before = await table.find(keys.mediaLink(video.id), mediaRecord)
      const title = video.title ?? before?.title ?? null
      const outcome = outcomeOf(before, title)
      const changedAt = outcome === 'title_updated' ? now : before?.changed_at
      const link = { ...video, title, created_at: before?.created_at ?? now }
      if (before?.is_active && outcome === 'unchanged') return { ...link, outcome }
      const attributes = {
        provider: 'youtube',
        ...link,
        ...(changedAt === undefined ? {} : { changed_at: changedAt }),
        is_active: true,
        created_by: actor.adminId,
      }
      const { failedCondition } = await table.transact(
        put(keys.mediaLink(link.id), { entity: 'media_link', ...attributes }, unchanged(before)),
        libraryAuditWrite('video-added', link.title ?? link.url, actor),
      )
      return failedCondition === undefined ? { ...link, outcome } : 'stale'
    })
  },

  /** Deletes a video and its facts. Does nothing if no video has this id. */
  async delete(id: string, actor: Actor): Promise<void> {
    const link = await table.find(keys.mediaLink(id), mediaRecord)
    if (link === undefined) return
    await table.transact(
      remove(keys.mediaLink(id), { onlyIf: 'attribute_exists(pk)' }),
      remove(keys.libraryFacts(id)),
      libraryAuditWrite('video-deleted', link.title ?? link.url, actor),
    )
  },
})

export type MediaRepository = ReturnType<typeof mediaRepository>
