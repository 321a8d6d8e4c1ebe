import { type CfnResource, CustomResourceProviderBase, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'

/**
 * Gives each function that CDK adds for a custom resource, such as the one that empties buckets, a log group of its own.
 * Lambda would create one that never expires.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-loggroups.html
 */
export const expireProviderLogs = (stack: Stack, retention: RetentionDays): void => {
  for (const provider of stack.node.children) {
    if (!(provider instanceof CustomResourceProviderBase)) continue
    const handler = provider.node.findChild('Handler') as CfnResource
    const logGroup = new LogGroup(provider, 'Logs', { retention, removalPolicy: RemovalPolicy.DESTROY })
    handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName })
  }
}
