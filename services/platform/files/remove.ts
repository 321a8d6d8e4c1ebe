import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { library, s3 } from './client.ts'

/** Deletes a file from the library bucket. Succeeds if it does not exist. */
export const removeFile = async (key: string): Promise<void> => {
  await s3().send(new DeleteObjectCommand({ ...library(), Key: key }))
}
