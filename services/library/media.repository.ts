import * as z from 'zod'
import type { MediaLink } from '../../shared/contract/library.ts'
import { keys, mediaPrefix } from '../platform/table/keys.ts'
import { put, remove, type Table } from '../platform/table/table.ts'
import { type Actor, libraryAudit } from './library-audit.ts'

const mediaRecord = z.object({
  entity: z.literal('mediaLink'),
  id: z.string(),
  provider: z.literal('youtube'),
  url: z.string(),
  video_id: z.string().nullable(),
  title: z.string().nullable(),
  is_active: z.boolean(),
  created_at: z.string(),
})

const newestFirst = (a: MediaLink, b: MediaLink): number => b.created_at.localeCompare(a.created_at)

export const mediaRepository = (table: Table) => ({
  /** The videos, newest first; the inactive ones only where they are wanted too. */
  async list({ inactiveToo }: { inactiveToo: boolean }): Promise<MediaLink[]> {
    const items = await table.list(keys.mediaLink('').pk, mediaPrefix)
    return items
      .map((item) => mediaRecord.parse(item))
      .filter((link) => inactiveToo || link.is_active)
      .toSorted(newestFirst)
  },

  /** Puts a video on show; one with the same id gives way to it. */
  async add(link: MediaLink, actor: Actor): Promise<void> {
    const facts = { provider: 'youtube', ...link, is_active: true, created_by: actor.adminId }
    await table.transact(
      put(keys.mediaLink(link.id), { entity: 'mediaLink', ...facts }),
      libraryAudit('video-added', link.title ?? link.url, actor),
    )
  },

  /** Takes a video off; one that is not there is left as it is. */
  async delete(id: string, actor: Actor): Promise<void> {
    const link = await table.find(keys.mediaLink(id), mediaRecord)
    if (link === undefined) return
    await table.transact(
      remove(keys.mediaLink(id), { onlyIf: 'attribute_exists(pk)' }),
      libraryAudit('video-deleted', link.title ?? link.url, actor),
    )
  },
})

export type MediaRepository = ReturnType<typeof mediaRepository>
