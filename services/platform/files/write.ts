import { PutObjectCommand } from '@aws-sdk/client-s3'
import { library, s3 } from './client.ts'

/** Stores a small file in the library bucket. Replaces one with the same key. */
export const writeFile = async (key: string, bytes: Buffer, contentType: string): Promise<void> => {
  await s3().send(new PutObjectCommand({ ...library(), Key: key, Body: bytes, ContentType: contentType }))
}
