import { createHash } from 'node:crypto'
import type { JsonObject, Place } from './template.ts'

/** Where the local cloud pretends to be. */
export interface Location {
  readonly region: string
  readonly accountId: string
}

/** What `Ref` and `Fn::GetAtt` answer for a resource. */
export interface Identified {
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
}

/** A stable id in the manner of AWS: the same template gives the same ids at every start. */
const stableId = ({ stack, logicalId }: Place, length: number, alphabet: string): string =>
  [...createHash('sha256').update(`${stack.name}/${logicalId}`).digest()]
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')

const lower = 'abcdefghijklmnopqrstuvwxyz0123456789'
const upper = lower.toUpperCase()

type Identify = (place: Place, properties: JsonObject, at: Location) => Identified

/** The name that the template gives, or one made of stack and logical id. */
const nameFrom =
  (property: string) =>
  ({ stack, logicalId }: Place, properties: JsonObject): string => {
    const given = properties[property]
    return typeof given === 'string' ? given : `${stack.name}-${logicalId}`
  }

/** A resource whose `Ref` is its name and whose `Arn` follows the usual pattern. */
const named =
  (property: string, service: string, prefix = '', suffix = ''): Identify =>
  (place, properties, { region, accountId }) => {
    const name = nameFrom(property)(place, properties)
    return {
      ref: name,
      attributes: { Arn: `arn:aws:${service}:${region}:${accountId}:${prefix}${name}${suffix}` },
    }
  }

const byId =
  (length = 10, alphabet = lower, attribute = 'Id'): Identify =>
  (place) => {
    const id = stableId(place, length, alphabet)
    return { ref: id, attributes: { [attribute]: id } }
  }

const userPool: Identify = (place, _, { region, accountId }) => {
  const id = `${region}_${stableId(place, 9, lower)}`
  const provider = `cognito-idp.${region}.amazonaws.com/${id}`
  return {
    ref: id,
    attributes: {
      Arn: `arn:aws:cognito-idp:${region}:${accountId}:userpool/${id}`,
      ProviderName: provider,
      ProviderURL: `https://${provider}`,
      UserPoolId: id,
    },
  }
}

const table: Identify = (place, properties, { region, accountId }) => {
  const name = nameFrom('TableName')(place, properties)
  const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${name}`
  return { ref: name, attributes: { Arn: arn, StreamArn: `${arn}/stream/2026-01-01T00:00:00.000` } }
}

const bucket: Identify = (place, properties, { region }) => {
  const name = nameFrom('BucketName')(place, properties).toLowerCase()
  return {
    ref: name,
    attributes: {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
    },
  }
}

const secret: Identify = (place, properties, { region, accountId }) => {
  const name = nameFrom('Name')(place, properties)
  const arn = `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-${stableId(place, 6, lower)}`
  return { ref: arn, attributes: { Id: arn } }
}

const queue: Identify = (place, properties, { region, accountId }) => {
  const name = nameFrom('QueueName')(place, properties)
  return {
    ref: `https://sqs.${region}.amazonaws.com/${accountId}/${name}`,
    attributes: { Arn: `arn:aws:sqs:${region}:${accountId}:${name}`, QueueName: name },
  }
}

const topic: Identify = (place, properties, { region, accountId }) => {
  const name = nameFrom('TopicName')(place, properties)
  const arn = `arn:aws:sns:${region}:${accountId}:${name}`
  return { ref: arn, attributes: { TopicArn: arn, TopicName: name } }
}

const api: Identify = (place, _, { region }) => {
  const id = stableId(place, 10, lower)
  return {
    ref: id,
    attributes: { ApiId: id, ApiEndpoint: `https://${id}.execute-api.${region}.amazonaws.com` },
  }
}

const distribution: Identify = (place) => ({
  ref: `E${stableId(place, 13, upper)}`,
  attributes: {
    Id: `E${stableId(place, 13, upper)}`,
    DomainName: `d${stableId(place, 13, lower)}.cloudfront.net`,
  },
})

const edgeFunction: Identify = (place, properties, { accountId }) => {
  const arn = `arn:aws:cloudfront::${accountId}:function/${nameFrom('Name')(place, properties)}`
  return { ref: arn, attributes: { FunctionARN: arn, 'FunctionMetadata.FunctionARN': arn } }
}

const role: Identify = (place, properties, { accountId }) => {
  const name = nameFrom('RoleName')(place, properties)
  return {
    ref: name,
    attributes: { Arn: `arn:aws:iam::${accountId}:role/${name}`, RoleId: stableId(place, 16, upper) },
  }
}

/** The types whose names and ARNs other parts of a template refer to. */
const identifiers: Readonly<Record<string, Identify>> = {
  'AWS::ApiGatewayV2::Api': api,
  'AWS::ApiGatewayV2::Authorizer': byId(6, lower, 'AuthorizerId'),
  'AWS::ApiGatewayV2::Integration': byId(7, lower, 'IntegrationId'),
  'AWS::ApiGatewayV2::Route': byId(7, lower, 'RouteId'),
  'AWS::CloudFront::CachePolicy': byId(24),
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::Function': edgeFunction,
  'AWS::CloudFront::OriginAccessControl': byId(14, upper),
  'AWS::CloudFront::OriginRequestPolicy': byId(24),
  'AWS::CloudFront::ResponseHeadersPolicy': byId(24),
  'AWS::Cognito::UserPool': userPool,
  'AWS::Cognito::UserPoolClient': byId(26, lower, 'ClientId'),
  'AWS::Cognito::UserPoolGroup': named('GroupName', 'cognito-idp'),
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::Events::Rule': named('Name', 'events', 'rule/'),
  'AWS::IAM::Role': role,
  'AWS::Lambda::Function': named('FunctionName', 'lambda', 'function:'),
  'AWS::Logs::LogGroup': named('LogGroupName', 'logs', 'log-group:', ':*'),
  'AWS::S3::Bucket': bucket,
  'AWS::Scheduler::Schedule': named('Name', 'scheduler', 'schedule/default/'),
  'AWS::SecretsManager::Secret': secret,
  'AWS::SNS::Topic': topic,
  'AWS::SQS::Queue': queue,
}

/** Names a resource. Types that are not listed have a `Ref` and no attributes. */
export const identify = (place: Place, properties: JsonObject, at: Location): Identified =>
  identifiers[place.resource.Type]?.(place, properties, at) ?? {
    ref: `${place.stack.name}-${place.logicalId}`,
    attributes: {},
  }
