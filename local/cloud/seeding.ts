import { marshall } from '@aws-sdk/util-dynamodb'
import { givenPerson } from '../control/given.ts'
import { libraryBucket } from '../control/routes.ts'
import type { SeedContext } from '../seed-context.ts'
import { seed } from '../seed/seed.ts'
import type { Cloud } from './cloud.ts'

const putItem = async (cloud: Cloud, item: Readonly<Record<string, unknown>>): Promise<void> => {
  const body = JSON.stringify({
    TableName: cloud.model.tables[0]?.ref,
    Item: marshall(item, { removeUndefinedValues: true }),
  })
  const reply = await cloud.dynamodb.forward('DynamoDB_20120810.PutItem', body)
  if (reply.status !== 200) throw new Error(`A seed item was refused: ${reply.body}`)
}

const contextFor = (cloud: Cloud): SeedContext => ({
  putObject: async (key, bytes, contentType) => {
    await cloud.aws.s3.put(libraryBucket(cloud), key, Buffer.from(bytes), { contentType })
  },
  putItem: (item) => putItem(cloud, item),
  given: (as, email) => givenPerson(cloud, as, email),
  clock: cloud.clock,
})

/** Fills a fresh cloud with the seed's people and files. */
export const sow = async (cloud: Cloud): Promise<void> => {
  await seed(contextFor(cloud))
  await cloud.settle()
}

/** Back to the state after the start: nothing that happened since is left, the seed is there again. */
export const resetCloud = async (cloud: Cloud): Promise<void> => {
  cloud.faults.clear()
  await cloud.stripe.reset()
  cloud.clock.reset()
  cloud.aws.reset()
  cloud.cognito.reset()
  await cloud.dynamodb.reset()
  await sow(cloud)
  cloud.aws.clearMails()
  cloud.aws.clearCalls()
  cloud.stripeCalls.splice(0)
  cloud.logs.clear()
  cloud.parked.clear()
}
