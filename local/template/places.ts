import type { Place, Stack } from './template.ts'

/** Types that the readers of this folder turn into something that runs. */
const built = [
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

/** Types that need nothing on one machine, each with the reason. */
const notNeeded: Readonly<Record<string, string>> = {
  'AWS::Budgets::Budget': 'nothing here costs money',
  'AWS::CDK::Metadata': 'tells AWS which constructs were used',
  'AWS::CloudFormation::WaitConditionHandle': 'placeholder of an empty stack',
  'AWS::CloudFront::OriginAccessControl': 'the site is read from the folder, no bucket is asked',
  'AWS::CloudWatch::Alarm': 'no metrics are kept',
  'AWS::CloudWatch::CompositeAlarm': 'no metrics are kept',
  'AWS::CloudWatch::Dashboard': 'no metrics are kept',
  'AWS::Cognito::UserPoolDomain': 'no hosted pages are used',
  'AWS::Lambda::LayerVersion': 'the only layer is the secrets extension, which the stand-in of AWS plays',
  'AWS::Logs::LogGroup': 'logs are kept in memory',
  'AWS::Logs::MetricFilter': 'no metrics are kept',
  'AWS::Logs::ResourcePolicy': 'logs are kept in memory',
  'AWS::S3::BucketPolicy': 'only roles are enforced: TLS and origin access have no meaning on loopback',
  'AWS::SES::ConfigurationSet': 'mail is caught, never sent',
  'AWS::SES::ConfigurationSetEventDestination': 'mail is caught, never sent',
  'AWS::SES::EmailIdentity': 'mail is caught, never sent',
  'AWS::SNS::Subscription': 'only alarms use topics',
  'AWS::SNS::Topic': 'only alarms use topics',
  'AWS::SNS::TopicPolicy': 'only alarms use topics',
  'AWS::SQS::QueuePolicy': 'only dead letters are queued, by the local cloud itself',
  'AWS::WAFv2::WebACL': 'filters of the edge are not played',
  'Custom::CDKBucketDeployment': 'the site is read from dist/web',
  'Custom::S3AutoDeleteObjects': 'nothing outlives the process',
  'Custom::LogRetention': 'logs are kept in memory',
}

/** Every resource of the stacks; a type that nobody here knows is refused by name. */
export const placesOf = (stacks: readonly Stack[]): Place[] => {
  const places = stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources).map(([logicalId, resource]) => ({ stack, logicalId, resource })),
  )
  for (const { stack, logicalId, resource } of places)
    if (!built.includes(resource.Type) && !(resource.Type in notNeeded))
      throw new Error(
        `The local cloud does not know the resource type ${resource.Type} (${stack.name}/${logicalId})`,
      )
  return places
}
