import { Validations } from 'aws-cdk-lib'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { cloudStages } from '#lib/stages.ts'
import { appOf } from './synthesized.ts'

/** A note from 400 resources in a stack on. CloudFormation allows 500, and CDK fails the synthesis above that. */
const isResourceCountNote = /^"Number of resources: \d+ is approaching allowed maximum of 500"$/

test.each(cloudStages)('every stack of %s follows the cdk-nag rules or gives a reason', (stage) => {
  const app = appOf(stage)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const { stacks } = app.synth()
  expect(stacks).toHaveLength(5)
  const found = stacks.flatMap(({ messages }) => messages.map(({ entry }) => JSON.stringify(entry.data)))
  expect(found.filter((message) => !isResourceCountNote.test(message))).toEqual([])
})

test('a violation without a reason fails the synthesis', () => {
  const app = appOf('dev')
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  new Topic(app.node.findChild('advice-dev-operations'), 'WithoutTls')
  expect(() => app.synth()).toThrow('AwsSolutions-SNS3')
})
