import type { StackResource, Stack } from './template.ts'

/** Types that the readers in this folder convert to the model. */
const emulatedTypes = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolGroup',
  'AWS::DynamoDB::Table',
  'AWS::DynamoDB::GlobalTable',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::Events::Rule',
  'AWS::SQS::Queue',
]

/** Types that need no emulation, each with the reason. */
const ignoredTypes: Readonly<Record<string, string>> = {
  'AWS::Budgets::Budget': 'nothing here costs money',
  'AWS::CDK::Metadata': 'reports to AWS which constructs were used',
  'AWS::CloudFormation::WaitConditionHandle': 'placeholder of an empty stack',
  'AWS::CloudFront::OriginAccessControl': 'site files are read from a folder, not from a bucket',
  'AWS::CloudWatch::Alarm': 'metrics are not recorded',
  'AWS::CloudWatch::CompositeAlarm': 'metrics are not recorded',
  'AWS::CloudWatch::Dashboard': 'metrics are not recorded',
  'AWS::Cognito::UserPoolDomain': 'hosted pages are not supported',
  'AWS::Lambda::LayerVersion': 'the only layer is the secrets extension, which the emulator provides',
  'AWS::Logs::LogGroup': 'logs are kept in memory',
  'AWS::Logs::MetricFilter': 'metrics are not recorded',
  'AWS::Logs::ResourcePolicy': 'logs are kept in memory',
  'AWS::S3::BucketPolicy': 'only roles are enforced: TLS and origin access have no meaning on loopback',
  'AWS::SES::ConfigurationSet': 'emails are captured, never sent',
  'AWS::SES::ConfigurationSetEventDestination': 'emails are captured, never sent',
  'AWS::SES::EmailIdentity': 'emails are captured, never sent',
  'AWS::SNS::Subscription': 'only alarms use topics',
  'AWS::SNS::Topic': 'only alarms use topics',
  'AWS::SNS::TopicPolicy': 'only alarms use topics',
  'AWS::SQS::QueuePolicy': 'only messages about failed records are queued, in memory',
  'AWS::WAFv2::WebACL': 'WAF rules are not emulated',
  'Custom::CDKBucketDeployment': 'site files are read from a folder',
  'Custom::S3AutoDeleteObjects': 'no data outlives the process',
  'Custom::LogRetention': 'logs are kept in memory',
}

/** Returns all resources of the stacks. Throws an error with the name of any unsupported type. */
export const resourcesOf = (stacks: readonly Stack[]): StackResource[] => {
  const resources = stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources).map(([logicalId, definition]) => ({
      stack,
      logicalId,
      definition,
    })),
  )
  for (const { stack, logicalId, definition } of resources)
    if (!emulatedTypes.includes(definition.Type) && !(definition.Type in ignoredTypes))
      throw new Error(
        `The emulator does not support the resource type ${definition.Type} (${stack.name}/${logicalId})`,
      )
  return resources
}
