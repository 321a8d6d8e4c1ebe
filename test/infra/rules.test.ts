import { Validations } from 'aws-cdk-lib'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { cloudStages } from '#lib/stages.ts'
import { appOf, prodSettings } from './synthesized.ts'

test.each(cloudStages)('every stack of %s follows the cdk-nag rules or gives a reason', (stage) => {
  const app = appOf(stage, stage === 'dev' ? {} : prodSettings)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const { stacks } = app.synth()
  expect(stacks).toHaveLength(8)
  expect(stacks.flatMap(({ messages }) => messages.map(({ entry }) => JSON.stringify(entry.data)))).toEqual(
    [],
  )
})

test('a violation without a reason fails the synthesis', () => {
  const app = appOf('dev')
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  new Topic(app.node.findChild('advice-dev-operations'), 'WithoutTls')
  expect(() => app.synth()).toThrow('AwsSolutions-SNS3')
})
