import { CfnOutput, Stack } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'

export interface FirewallStackProps {
  /** Name of the stage. */
  readonly stage: string
  /** Account of the stage, if its settings name one. CDK then rejects credentials for another one. */
  readonly account: string | undefined
  /** Requests of one IP address in five minutes. Further ones get 403 until its rate is lower. */
  readonly requestsPerFiveMinutes: number
}

/** A page with its assets and calls is about 60 requests. An office shares one address. */
export const defaultRequestsPerFiveMinutes = 3000

/** AWS WAF counts at least this many requests. */
export const minRequestsPerFiveMinutes = 10

/** The region of firewalls for CloudFront. */
const firewallRegion = 'us-east-1'

/**
 * A firewall with one rule: a rate limit for each client, before CloudFront, so that one client cannot use up the
 * throughput of the whole API. It is a separate app, because it is in a different region from the stage and has
 * a monthly price: $5, $1 for the rule, and $0.60 for a million requests.
 *
 * @see https://aws.amazon.com/waf/pricing/
 */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, { stage, account, requestsPerFiveMinutes }: FirewallStackProps) {
    super(scope, id, { env: { account, region: firewallRegion } })
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      sampledRequestsEnabled: false,
    })
    const firewall = new CfnWebACL(this, 'Firewall', {
      name: `advice-${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(`advice-${stage}`),
      rules: [
        {
          name: 'rate-of-one-client',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: 300,
              limit: requestsPerFiveMinutes,
            },
          },
          visibilityConfig: visibility(`advice-${stage}-rate-of-one-client`),
        },
      ],
    })
    new CfnOutput(this, 'FirewallArn', {
      value: firewall.attrArn,
      description: 'Value of the setting firewallArn',
    })
  }
}
