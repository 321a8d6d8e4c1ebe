import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { givenAccount } from '../control/given.ts'
import { libraryBucket } from '../control/routes.ts'
import type { SeedContext } from '../seed-context.ts'
import { seed } from '../seed/seed.ts'
import type { Cloud } from './cloud.ts'
import { takeSnapshot } from './snapshot.ts'
import { location } from './foundation.ts'

const tableClient = ({ aws }: Cloud): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: aws.url, region: location.region, credentials: aws.operator }),
  )

const contextFor = (cloud: Cloud, table: DynamoDBDocumentClient): SeedContext => ({
  putObject: async (key, bytes, contentType) => {
    await cloud.aws.s3.put(libraryBucket(cloud), key, Buffer.from(bytes), { contentType })
  },
  putItem: async (item) => {
    await table.send(new PutCommand({ TableName: cloud.model.tables[0]?.ref, Item: { ...item } }))
  },
  given: (as, email) => givenAccount(cloud, as, email),
  clock: cloud.clock,
})

/** Forgets what the seed's own making left behind: its mails, calls and lines. */
const tidy = (cloud: Cloud): void => {
  cloud.aws.clearMails()
  cloud.aws.clearCalls()
  cloud.stripeCalls.splice(0)
  cloud.logs.clear()
  cloud.parked.clear()
}

/** Fills a fresh cloud with the seed's people and files. The answer brings the cloud back to that state. */
export const sow = async (cloud: Cloud): Promise<() => Promise<void>> => {
  const table = tableClient(cloud)
  await seed(contextFor(cloud, table))
  table.destroy()
  await cloud.settle()
  const restore = await takeSnapshot(cloud)
  tidy(cloud)
  return async () => {
    cloud.faults.clear()
    await cloud.whileNotSweeping(async () => {
      cloud.clock.reset()
      cloud.chat.reset()
      await restore()
    })
    await cloud.settle()
    tidy(cloud)
  }
}
