import * as z from 'zod/mini'
import type { MediaLink } from '#shared/contract/library.ts'
import { keys, mediaPrefix } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove } from '#platform/table/write.ts'
import { type Actor, libraryAudit } from './library-audit.ts'

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

const newestFirst = (a: MediaLink, b: MediaLink): number => b.created_at.localeCompare(a.created_at)

export const mediaRepository = (table: Table) => ({
  /** Lists the videos, newest first. */
  async list({ includeInactive }: { includeInactive: boolean }): Promise<StoredVideo[]> {
    const items = await table.list(keys.mediaLink('').pk, mediaPrefix)
    return items
      .map((item) => mediaRecord.parse(item))
      .filter((link) => includeInactive || link.is_active)
      .toSorted(newestFirst)
  },

  /** Adds a video, or changes the title of the one with the same id. It keeps the time at which it was added. */
  async add(video: Omit<MediaLink, 'created_at'>, actor: Actor): Promise<MediaLink> {
    const now = actor.now.toISOString()
    const before = await table.find(keys.mediaLink(video.id), mediaRecord)
    const changedAt = before && before.title !== video.title ? now : before?.changed_at
    const link = { ...video, created_at: before?.created_at ?? now }
    const attributes = {
      provider: 'youtube',
      ...link,
      ...(changedAt === undefined ? {} : { changed_at: changedAt }),
      is_active: true,
      created_by: actor.adminId,
    }
    await table.transact(
      put(keys.mediaLink(link.id), { entity: 'media_link', ...attributes }),
      libraryAudit('video-added', link.title ?? link.url, actor),
    )
    return link
  },

  /** Deletes a video and its facts. Does nothing if there is none with this id. */
  async delete(id: string, actor: Actor): Promise<void> {
    const link = await table.find(keys.mediaLink(id), mediaRecord)
    if (link === undefined) return
    await table.transact(
      remove(keys.mediaLink(id), { onlyIf: 'attribute_exists(pk)' }),
      remove(keys.libraryFacts(id)),
      libraryAudit('video-deleted', link.title ?? link.url, actor),
    )
  },
})

export type MediaRepository = ReturnType<typeof mediaRepository>
