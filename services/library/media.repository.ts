import * as z from 'zod'
import type { MediaLink } from '../../shared/contract/library.ts'
import { keys, mediaPrefix } from '../platform/table/keys.ts'
import type { Table } from '../platform/table/table.ts'

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
  add: (link: MediaLink, createdBy: string): Promise<void> =>
    table.put(keys.mediaLink(link.id), {
      entity: 'mediaLink',
      provider: 'youtube',
      ...link,
      is_active: true,
      created_by: createdBy,
    }),

  delete: (id: string): Promise<void> => table.delete(keys.mediaLink(id)),
})

export type MediaRepository = ReturnType<typeof mediaRepository>
