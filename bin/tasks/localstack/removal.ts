import { CloudWatchLogsClient, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda'
import {
  DeleteObjectCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

export interface EmulatorSettings {
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const storageOf = (settings: EmulatorSettings) => new S3Client({ ...settings, forcePathStyle: true })

const bucketsOf = async (client: S3Client, prefix: string): Promise<string[]> => {
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}))
  return Buckets.flatMap(({ Name }) => (Name?.startsWith(prefix) ? [Name] : []))
}

/**
 * Deletes the content of a stage's buckets, as CDK's own function does before CloudFormation deletes a bucket. That
 * function is left out on emulators.
 */
export const emptyBuckets = async (settings: EmulatorSettings, prefix: string): Promise<void> => {
  const client = storageOf(settings)
  for (const Bucket of await bucketsOf(client, prefix))
    for (;;) {
      const page = await client.send(new ListObjectVersionsCommand({ Bucket }))
      const versions = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
      if (versions.length === 0) break
      for (const { Key, VersionId } of versions)
        await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
    }
}

/** Returns resources of a stage that exist, of the types whose fixed names would block a deployment. */
export const namesLeft = async (settings: EmulatorSettings, stage: string): Promise<string[]> => {
  const left = await bucketsOf(storageOf(settings), `advice-${stage}-`)
  const logs = new CloudWatchLogsClient(settings)
  const logGroupNamePrefix = `/aws/lambda/advice-${stage}-`
  for await (const { logGroups } of paginateDescribeLogGroups({ client: logs }, { logGroupNamePrefix }))
    for (const { logGroupName } of logGroups ?? []) left.push(String(logGroupName))
  for await (const { Functions } of paginateListFunctions({ client: new LambdaClient(settings) }, {}))
    for (const { FunctionName } of Functions ?? [])
      if (FunctionName?.startsWith(`advice-${stage}-`)) left.push(`function ${FunctionName}`)
  const { SecretList = [] } = await new SecretsManagerClient(settings).send(new ListSecretsCommand({}))
  for (const { Name } of SecretList) if (Name?.startsWith(`/advice/${stage}/`)) left.push(Name)
  const { TableNames = [] } = await new DynamoDBClient(settings).send(new ListTablesCommand({}))
  return [...left, ...TableNames.filter((name) => name.startsWith(`advice-${stage}-`))]
}
