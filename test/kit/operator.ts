import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Table } from '../../services/platform/table/table.ts'
import { control } from './control.ts'
import { site } from './site.ts'

const execute = promisify(execFile)
const health = z.object({ aws: z.string(), region: z.string(), tableName: z.string() })
const credentials = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string(),
})

/** What an operator does. */
export const operator = {
  /** `npm run admin -- …`: what it says. Throws when it fails. */
  admin: async (...args: readonly string[]): Promise<string> => {
    const environment = { ...process.env, PORT: new URL(site()).port }
    const command = ['--import', 'tsx', 'local/tasks/admin.ts', ...args]
    return (await execute(process.execPath, command, { env: environment })).stdout.trim()
  },

  /** The table itself, for what only an operator can change. */
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
