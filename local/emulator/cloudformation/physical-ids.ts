import { createHash } from 'node:crypto'
import type { JsonObject, StackResource } from './template.ts'

/** The emulated region and AWS account. */
export interface Location {
  readonly region: string
  readonly accountId: string
}

/** The values that `Ref` and `Fn::GetAtt` return for a resource. */
export interface PhysicalIds {
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Creates a stable id in the format of AWS. The same template always gives the same ids. */
const stableId = ({ stack, logicalId }: StackResource, length: number, alphabet: string): string =>
  [...createHash('sha256').update(`${stack.name}/${logicalId}`).digest()]
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')

const lower = 'abcdefghijklmnopqrstuvwxyz0123456789'
const upper = lower.toUpperCase()

type PhysicalIdsOf = (resource: StackResource, properties: JsonObject, at: Location) => PhysicalIds

/** Returns the name in the template, or one made of stack and logical id. */
const nameFrom =
  (property: string) =>
  ({ stack, logicalId }: StackResource, properties: JsonObject): string => {
    const given = properties[property]
    return typeof given === 'string' ? given : `${stack.name}-${logicalId}`
  }

/** Describes a resource whose `Ref` is its name and whose `Arn` follows the usual pattern. */
const named =
  (property: string, service: string, prefix = '', suffix = ''): PhysicalIdsOf =>
  (resource, properties, { region, accountId }) => {
    const name = nameFrom(property)(resource, properties)
    return {
      ref: name,
      attributes: { Arn: `arn:aws:${service}:${region}:${accountId}:${prefix}${name}${suffix}` },
    }
  }

const byId =
  (length = 10, alphabet = lower, attribute = 'Id'): PhysicalIdsOf =>
  (resource) => {
    const id = stableId(resource, length, alphabet)
    return { ref: id, attributes: { [attribute]: id } }
  }

const userPool: PhysicalIdsOf = (resource, _, { region, accountId }) => {
  const id = `${region}_${stableId(resource, 9, lower)}`
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

const table: PhysicalIdsOf = (resource, properties, { region, accountId }) => {
  const name = nameFrom('TableName')(resource, properties)
  const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${name}`
  return { ref: name, attributes: { Arn: arn, StreamArn: `${arn}/stream/2026-01-01T00:00:00.000` } }
}

const bucket: PhysicalIdsOf = (resource, properties, { region }) => {
  const name = nameFrom('BucketName')(resource, properties).toLowerCase()
  return {
    ref: name,
    attributes: {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
    },
  }
}

const secret: PhysicalIdsOf = (resource, properties, { region, accountId }) => {
  const name = nameFrom('Name')(resource, properties)
  const arn = `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-${stableId(resource, 6, lower)}`
  return { ref: arn, attributes: { Id: arn } }
}

const queue: PhysicalIdsOf = (resource, properties, { region, accountId }) => {
  const name = nameFrom('QueueName')(resource, properties)
  return {
    ref: `https://sqs.${region}.amazonaws.com/${accountId}/${name}`,
    attributes: { Arn: `arn:aws:sqs:${region}:${accountId}:${name}`, QueueName: name },
  }
}

const topic: PhysicalIdsOf = (resource, properties, { region, accountId }) => {
  const name = nameFrom('TopicName')(resource, properties)
  const arn = `arn:aws:sns:${region}:${accountId}:${name}`
  return { ref: arn, attributes: { TopicArn: arn, TopicName: name } }
}

const api: PhysicalIdsOf = (resource, _, { region }) => {
  const id = stableId(resource, 10, lower)
  return {
    ref: id,
    attributes: { ApiId: id, ApiEndpoint: `https://${id}.execute-api.${region}.amazonaws.com` },
  }
}

const distribution: PhysicalIdsOf = (resource) => ({
  ref: `E${stableId(resource, 13, upper)}`,
  attributes: {
    Id: `E${stableId(resource, 13, upper)}`,
    DomainName: `d${stableId(resource, 13, lower)}.cloudfront.net`,
  },
})

const edgeFunction: PhysicalIdsOf = (resource, properties, { accountId }) => {
  const arn = `arn:aws:cloudfront::${accountId}:function/${nameFrom('Name')(resource, properties)}`
  return { ref: arn, attributes: { FunctionARN: arn, 'FunctionMetadata.FunctionARN': arn } }
}

const role: PhysicalIdsOf = (resource, properties, { accountId }) => {
  const name = nameFrom('RoleName')(resource, properties)
  return {
    ref: name,
    attributes: { Arn: `arn:aws:iam::${accountId}:role/${name}`, RoleId: stableId(resource, 16, upper) },
  }
}

/** Types with names and ARNs that other parts of a template refer to. */
const physicalIdsByType: Readonly<Record<string, PhysicalIdsOf>> = {
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

/** Returns the physical ids of a resource. Types that are not listed have a `Ref` and no attributes. */
export const physicalIdsOf = (resource: StackResource, properties: JsonObject, at: Location): PhysicalIds =>
  physicalIdsByType[resource.definition.Type]?.(resource, properties, at) ?? {
    ref: `${resource.stack.name}-${resource.logicalId}`,
    attributes: {},
  }
