import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { PipelineStack } from '#lib/stacks/pipeline.ts'
import { resourcesOf } from './synthesized.ts'

const template = Template.fromStack(
  new PipelineStack(new App(), 'pipeline', { repository: 'owner/name', region: 'eu-west-2' }),
)

test('each role of the workflows is bound to one environment or to pull requests', () => {
  const subjects = resourcesOf(template, 'AWS::IAM::Role').flatMap(([, { Properties }]) =>
    [...JSON.stringify(Properties['AssumeRolePolicyDocument']).matchAll(/repo:[^"]+/g)].map(([text]) => text),
  )
  expect(subjects.toSorted()).toEqual([
    'repo:owner/name:environment:prod',
    'repo:owner/name:environment:staging',
    'repo:owner/name:pull_request',
  ])
})

test('the roles of the workflows can only assume roles of CDK and read what the checks need', () => {
  const actions = resourcesOf(template, 'AWS::IAM::Policy').flatMap(([, { Properties }]) =>
    (Properties['PolicyDocument'] as { Statement: { Action: string | string[] }[] }).Statement.flatMap(
      ({ Action }) => Action,
    ),
  )
  expect([...new Set(actions)].toSorted()).toEqual([
    'cloudformation:DescribeStacks',
    'cloudformation:UpdateTerminationProtection',
    'lambda:GetAccountSettings',
    'ssm:GetParameter',
    'sts:AssumeRole',
  ])
})
