import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod'
import type { Operation, OkOf } from '#shared/contract/operation.ts'
import { pathOf } from '#shared/contract/operation.ts'
import { Table } from '#platform/table/table.ts'

/** The URL of the emulator, from `npm run localstack`. */
export const endpoint = String(process.env['AWS_ENDPOINT_URL'])

/** Returns the table that the data stack created. */
export const deployedTable = async (): Promise<Table> => {
  const client = new DynamoDBClient({})
  const { TableNames = [] } = await client.send(new ListTablesCommand({}))
  const name = TableNames.find((candidate) => candidate.startsWith('advice-dev-data-'))
  if (name === undefined) throw new Error('The data stack has no table')
  const options = { marshallOptions: { removeUndefinedValues: true } }
  return new Table(DynamoDBDocumentClient.from(client, options), name)
}

const webConfig = z.object({ userPoolId: z.string(), userPoolClientId: z.string() })

export const outputsOfWeb = async () => {
  const { Stacks } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: 'advice-dev-web' }),
  )
  const output = (name: string): string => {
    const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue
    if (value === undefined) throw new Error(`The web stack has no output ${name}`)
    return value
  }
  const [apiId = ''] = new URL(output('ApiUrl')).hostname.split('.')
  return {
    siteUrl: output('SiteUrl'),
    /** The emulator serves each API under a path of its own address too. */
    api: `${endpoint}/_aws/execute-api/${apiId}/$default`,
    ...webConfig.parse(JSON.parse(output('WebConfig'))),
  }
}

export type Outputs = Awaited<ReturnType<typeof outputsOfWeb>>

/** Returns the secret that CloudFront sends to the API. */
export const originSecret = async (): Promise<string> => {
  const { SecretString } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: '/advice/dev/origin-secret' }),
  )
  return SecretString ?? ''
}

export const pool = new CognitoIdentityProviderClient({})

export interface Caller {
  readonly secret?: string
  readonly accessToken?: string
}

/** Calls an operation of the deployed API, as CloudFront does. */
export const send = (
  { api }: Outputs,
  operation: Operation,
  body: object,
  { secret, accessToken }: Caller,
): Promise<Response> =>
  fetch(`${api}${pathOf(operation)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret === undefined ? {} : { 'x-origin-secret': secret }),
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  })

/** Calls an operation and returns its checked body. Throws with the response if the call fails. */
export const sendOk = async <O extends Operation>(
  outputs: Outputs,
  operation: O,
  body: object,
  caller: Caller,
): Promise<OkOf<O>> => {
  const response = await send(outputs, operation, body, caller)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${operation.name} returned ${response.status}: ${text}`)
  const checked: unknown = operation.ok.parse(JSON.parse(text))
  // The schema has checked the type.
  return checked as OkOf<O>
}

const sesMessages = z.object({
  messages: z.record(z.string(), z.array(z.object({ To: z.array(z.string()), BodyText: z.string() }))),
})

/** Returns the texts of the emails to an address that SES accepted. Only MiniStack shows them. */
export const sentTo = async (address: string): Promise<string[]> => {
  const response = await fetch(`${endpoint}/_ministack/ses/messages`)
  const { messages } = sesMessages.parse(await response.json())
  return Object.values(messages)
    .flat()
    .filter(({ To }) => To.includes(address))
    .map(({ BodyText }) => BodyText)
}
