import { Validations } from 'aws-cdk-lib'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { UNKNOWN_ACCOUNT } from 'aws-cdk-lib/cx-api'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { cloudStages } from '#lib/stages.ts'
import { appOf, prodSettings } from './synthesized.ts'

/** One stage names its account, which findings then contain. */
const settings = { dev: {}, staging: { ...prodSettings, account: '111122223333' }, prod: prodSettings }

test.each(cloudStages)('every stack of %s follows the cdk-nag rules or gives a reason', (stage) => {
  const app = appOf(stage, settings[stage])
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const { stacks } = app.synth()
  expect(stacks).toHaveLength(8)
  expect(stacks.flatMap(({ messages }) => messages.map(({ entry }) => JSON.stringify(entry.data)))).toEqual(
    [],
  )
  // CDK rejects credentials for another account than that of a stack.
  for (const { environment } of stacks)
    expect(environment.account).toBe(stage === 'staging' ? settings.staging.account : UNKNOWN_ACCOUNT)
})

test('a violation without a reason fails the synthesis', () => {
  const app = appOf('dev')
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  new Topic(app.node.findChild('advice-dev-operations'), 'WithoutTls')
  expect(() => app.synth()).toThrow('AwsSolutions-SNS3')
})
