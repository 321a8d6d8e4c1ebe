import { isObject } from '../template/template.ts'
import type { CloudModel } from '../template/model.ts'
import type { TableProperties } from '../aws/dynamodb-table.ts'
import type { CorsConfiguration } from '../aws/s3/cors.ts'
import type { Foundation } from './foundation.ts'

const senderDomains = ({ functions }: CloudModel): Set<string> =>
  new Set(
    functions.flatMap(({ environment }) => {
      const from = environment['MAIL_FROM']
      return from === undefined ? [] : [from.slice(from.lastIndexOf('@') + 1)]
    }),
  )

/** Makes the tables, buckets, user pools and senders that the templates ask for. */
export const furnish = async ({ model, dynamodb, aws, cognito }: Foundation): Promise<void> => {
  for (const { ref, properties } of model.tables)
    // The properties come from CloudFormation, whose schema is this type's.
    await dynamodb.createTable(ref, { ...properties } as object as TableProperties)
  for (const { ref, properties } of model.buckets) {
    const block = properties['PublicAccessBlockConfiguration']
    aws.s3.createBucket(ref, {
      cors: properties['CorsConfiguration'] as CorsConfiguration | undefined,
      publicAccessBlock: isObject(block) ? block : undefined,
    })
  }
  const { pools, clients, groups } = model.people
  for (const pool of pools) cognito.addPool(pool)
  for (const client of clients) cognito.addClient(client)
  for (const { userPoolId, name } of groups) cognito.addGroup(userPoolId, name)
  for (const domain of senderDomains(model)) aws.verifySender(domain)
}
