import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { run } from '#bin/tasks/admin/run.ts'
import { Table } from '#platform/table/table.ts'
import { cloudAccess } from './cloud-access.ts'
import { site } from './site.ts'

/** Actions of an operator. */
export const operator = {
  /** Does what `npm run admin -- …` does and returns its output. Throws if it fails. */
  admin: (...args: readonly string[]): Promise<string> =>
    run(args, { ...process.env, PORT: new URL(site()).port }),

  /** Returns the table, for changes that only an operator can make. */
  table: async (): Promise<Table> => {
    const { settings, tableName } = await cloudAccess()
    return new Table(DynamoDBDocumentClient.from(new DynamoDBClient(settings)), tableName)
  },

  /** Stores a file in the bucket of the built site, as a deployment does. */
  storeSiteFile: async (key: string, text: string): Promise<void> => {
    const { settings, siteBucketName: Bucket } = await cloudAccess()
    await new S3Client({ ...settings, forcePathStyle: true }).send(
      new PutObjectCommand({ Bucket, Key: key, Body: text }),
    )
  },
} as const
