import { GetObjectCommand } from '@aws-sdk/client-s3'
import { library, s3 } from './client.ts'

/** Reads a file of the library. Returns undefined if it is larger than `maxBytes`. Throws if it does not exist. */
export const readFile = async (path: string, maxBytes: number): Promise<Uint8Array | undefined> => {
  const { Body, ContentLength } = await s3().send(new GetObjectCommand({ ...library(), Key: path }))
  if (Body === undefined || ContentLength === undefined || ContentLength > maxBytes) return undefined
  return Body.transformToByteArray()
}
