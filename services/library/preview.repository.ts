import * as z from 'zod'
import { previewSeconds } from '../../shared/values/limits.ts'
import { hashOf, newToken } from '../platform/crypto.ts'
import { keys } from '../platform/table/keys.ts'
import type { Table } from '../platform/table/table.ts'

const previewRecord = z.object({
  entity: z.literal('preview'),
  path: z.string(),
  expiresAtEpochSeconds: z.number(),
})

/**
 * Short links to single files, for online viewers: those fetch a file by themselves, some seconds after the
 * person's click and more than once, and break on links as long as signed ones.
 */
export const previewRepository = (table: Table) => ({
  /** Makes the token of a link to the file at this path. */
  async create(path: string, now: Date): Promise<string> {
    const token = newToken()
    await table.put(keys.preview(hashOf(token)), {
      entity: 'preview',
      path,
      expiresAtEpochSeconds: Math.floor(now.getTime() / 1000) + previewSeconds,
    })
    return token
  },

  /** The path that a token leads to; `undefined` when it is not ours or has run out. */
  async find(token: string, now: Date): Promise<string | undefined> {
    const preview = await table.find(keys.preview(hashOf(token)), previewRecord)
    return preview && preview.expiresAtEpochSeconds * 1000 > now.getTime() ? preview.path : undefined
  },
})

export type PreviewRepository = ReturnType<typeof previewRepository>
