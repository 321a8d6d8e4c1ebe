import * as z from 'zod'
import { control } from './control.ts'

const health = z.object({
  aws: z.string(),
  region: z.string(),
  tableName: z.string(),
  siteBucketName: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
})
const credentials = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string(),
})

/** Returns the names of the local cloud's resources, and the settings of AWS clients that call it as an operator. */
export const cloudAccess = async () => {
  const { aws, region, ...names } = await control('GET', 'health', health)
  return {
    settings: { endpoint: aws, region, credentials: await control('GET', 'operator', credentials) },
    ...names,
  }
}
