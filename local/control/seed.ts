import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { givenAccount } from './given.ts'
import { libraryBucket } from './routes.ts'
import type { SeedContext } from '#local/seed/seed.ts'
import { seed } from '#local/seed/seed.ts'
import { tableNameOf, type Cloud } from '#local/cloud/cloud.ts'
import { restoreSnapshot, takeSnapshot } from '#local/cloud/snapshot.ts'
import { location } from '#local/cloud/dependencies.ts'
import type { SeedFile } from '#local/cloud/build/seed-file.ts'

const tableClient = ({ aws }: Cloud): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: aws.url, region: location.region, credentials: aws.operator }),
  )

const contextFor = (cloud: Cloud, table: DynamoDBDocumentClient): SeedContext => ({
  putObject: async (key, bytes, contentType) => {
    await cloud.aws.s3.put(libraryBucket(cloud), key, Buffer.from(bytes), { contentType })
  },
  putItem: async (item) => {
    await table.send(new PutCommand({ TableName: tableNameOf(cloud), Item: { ...item } }))
  },
  createAccount: (as, email) => givenAccount(cloud, as, { email }),
})

/** Deletes the emails, call records, logs and dead letters that seeding produced. */
const clearRecords = (cloud: Cloud): void => {
  cloud.aws.clearEmails()
  cloud.aws.clearCalls()
  cloud.stripeCalls.splice(0)
  cloud.logs.clear()
  cloud.deadLetters.clear()
}

const seedByFlows = async (cloud: Cloud): Promise<Buffer> => {
  const table = tableClient(cloud)
  await seed(contextFor(cloud, table))
  table.destroy()
  await cloud.waitUntilIdle()
  return takeSnapshot(cloud)
}

/** Restores the seed that an earlier start saved, or seeds through the flows and saves the result. */
const seedFromFile = async (cloud: Cloud, file: SeedFile): Promise<Buffer> => {
  const saved = await file.read()
  if (saved === undefined) {
    const snapshot = await seedByFlows(cloud)
    await file.write(snapshot)
    return snapshot
  }
  await restoreSnapshot(cloud, saved)
  await cloud.waitUntilIdle()
  return saved
}

/**
 * Fills a fresh cloud with the seed's accounts and files. Returns a function that resets the cloud to that state.
 * Without a file it creates the accounts through the real flows each time.
 */
export const seedCloud = async (cloud: Cloud, file?: SeedFile): Promise<() => Promise<void>> => {
  const snapshot = await (file ? seedFromFile(cloud, file) : seedByFlows(cloud))
  clearRecords(cloud)
  return async () => {
    cloud.faults.clear()
    await cloud.withoutExpiry(async () => {
      cloud.clock.reset()
      cloud.chat.reset()
      await restoreSnapshot(cloud, snapshot)
    })
    await cloud.waitUntilIdle()
    clearRecords(cloud)
  }
}
