import { isObject } from '#local/emulator/cloudformation/template.ts'
import type { CloudModel } from '#local/emulator/cloudformation/model.ts'
import type { TableProperties } from '#local/emulator/dynamodb/table.ts'
import type { CorsConfiguration } from '#local/emulator/s3/cors.ts'
import type { CloudDependencies } from './dependencies.ts'

const senderDomains = ({ functions }: CloudModel): Set<string> =>
  new Set(
    functions.flatMap(({ environment }) => {
      const from = environment['MAIL_FROM']
      return from === undefined ? [] : [from.slice(from.lastIndexOf('@') + 1)]
    }),
  )

/** Creates the tables, buckets, user pools and verified senders of the templates. */
export const createResources = async ({
  model,
  dynamodb,
  aws,
  cognito,
}: CloudDependencies): Promise<void> => {
  for (const { ref, properties } of model.tables)
    // The properties have the schema of CloudFormation, which this type describes.
    await dynamodb.createTable(ref, { ...properties } as object as TableProperties)
  for (const { ref, properties } of model.buckets) {
    const publicAccessBlock = properties['PublicAccessBlockConfiguration']
    aws.s3.createBucket(ref, {
      cors: properties['CorsConfiguration'] as CorsConfiguration | undefined,
      publicAccessBlock: isObject(publicAccessBlock) ? publicAccessBlock : undefined,
    })
  }
  const { pools, clients, groups } = model.cognito
  for (const pool of pools) cognito.addPool(pool)
  for (const client of clients) cognito.addClient(client)
  for (const { userPoolId, name } of groups) cognito.addGroup(userPoolId, name)
  for (const domain of senderDomains(model)) aws.verifySender(domain)
}
