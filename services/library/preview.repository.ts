import * as z from 'zod/mini'
import { previewSeconds } from '#shared/values/limits.ts'
import { hashOf, newToken } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'

const previewRecord = z.object({
  entity: z.literal('preview'),
  path: z.string(),
  expires_at_epoch_seconds: z.number(),
})

/**
 * Short links to single files, for online viewers. A viewer downloads the file itself, several seconds after
 * the click and more than once, and fails on addresses as long as signed ones.
 */
export const previewRepository = (table: Table) => ({
  /** Creates a short link to the file at a path. Returns its token. */
  async create(path: string, now: Date): Promise<string> {
    const token = newToken()
    await table.put(keys.preview(hashOf(token)), {
      entity: 'preview',
      path,
      expires_at_epoch_seconds: Math.floor(now.getTime() / 1000) + previewSeconds,
    })
    return token
  },

  /** Returns the path behind a token, or undefined if the token is unknown or expired. */
  async find(token: string, now: Date): Promise<string | undefined> {
    const preview = await table.find(keys.preview(hashOf(token)), previewRecord)
    return preview && preview.expires_at_epoch_seconds * 1000 > now.getTime() ? preview.path : undefined
  },
})

export type PreviewRepository = ReturnType<typeof previewRepository>
