import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { env } from '../env.ts'
import { s3 } from './client.ts'

export interface StoredFile {
  readonly key: string
  readonly storedAt: Date
}

export interface SiteFiles {
  list(prefix: string): Promise<StoredFile[]>
  read(key: string): Promise<string>
  remove(key: string): Promise<void>
}

const site = () => ({ Bucket: env('SITE_BUCKET') })

/** The bucket of the built site: pages, assets and lists of releases. */
export const siteFiles: SiteFiles = {
  async list(prefix) {
    const files: StoredFile[] = []
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: s3() },
      { ...site(), Prefix: prefix },
    ))
      for (const { Key: key, LastModified: storedAt } of Contents)
        if (key && storedAt) files.push({ key, storedAt })
    return files
  },
  async read(key) {
    const { Body } = await s3().send(new GetObjectCommand({ ...site(), Key: key }))
    return (await Body?.transformToString()) ?? ''
  },
  async remove(key) {
    await s3().send(new DeleteObjectCommand({ ...site(), Key: key }))
  },
}
