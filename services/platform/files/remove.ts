import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { library, s3 } from './client.ts'

/** Deletes an object of the library bucket. One that is not there is as good as deleted. */
export const removeFile = async (key: string): Promise<void> => {
  await s3.send(new DeleteObjectCommand({ ...library(), Key: key }))
}
