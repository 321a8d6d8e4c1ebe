import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Table } from '#platform/table/table.ts'
import { control } from './control.ts'
import { site } from './site.ts'

const execute = promisify(execFile)
const health = z.object({ aws: z.string(), region: z.string(), tableName: z.string() })
const credentials = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string(),
})

/** Actions of an operator. */
export const operator = {
  /** Runs `npm run admin -- …` and returns its output. Throws if it fails. */
  admin: async (...args: readonly string[]): Promise<string> => {
    const environment = { ...process.env, PORT: new URL(site()).port }
    const command = ['--import', 'tsx', 'bin/tasks/admin.ts', ...args]
    return (await execute(process.execPath, command, { env: environment })).stdout.trim()
  },

  /** Returns the table, for changes that only an operator can make. */
  table: async (): Promise<Table> => {
    const { aws, region, tableName } = await control('GET', 'health', health)
    const settings = {
      endpoint: aws,
      region,
      credentials: await control('GET', 'operator', credentials),
    }
    return new Table(DynamoDBDocumentClient.from(new DynamoDBClient(settings)), tableName)
  },
} as const
