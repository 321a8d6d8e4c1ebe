import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { FirewallStack } from '#lib/stacks/firewall.ts'
import { resourcesOf, templatesWith } from './synthesized.ts'

const firewallArn =
  'arn:aws:wafv2:us-east-1:111122223333:global/webacl/advice-dev/00000000-0000-4000-8000-000000000000'

const distributionOf = (settings: object) =>
  JSON.stringify(resourcesOf(templatesWith('dev', settings).web, 'AWS::CloudFront::Distribution'))

const firewallIn = (account: string | undefined) =>
  new FirewallStack(new App(), 'firewall', { stage: 'dev', account, requestsPerFiveMinutes: 500 })

describe('firewall', () => {
  test('is in us-east-1, and in the account of the stage, so that CDK rejects credentials for another one', () => {
    expect(firewallIn(undefined).environment).toBe('aws://unknown-account/us-east-1')
    expect(firewallIn('111122223333').environment).toBe('aws://111122223333/us-east-1')
  })

  test('limits the rate of one client and allows everything else, for CloudFront', () => {
    Template.fromStack(firewallIn(undefined)).hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
      Rules: [
        {
          Action: { Block: {} },
          Statement: {
            RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 500 },
          },
        },
      ],
    })
  })

  test('is off by default, and used by the distribution once its ARN is set', () => {
    expect(distributionOf({})).not.toContain('WebACLId')
    expect(distributionOf({ firewallArn })).toContain(`"WebACLId":"${firewallArn}"`)
  })
})
