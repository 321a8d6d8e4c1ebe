import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { cloudStages } from '../../lib/stages.ts'
import { appOf } from './synthesized.ts'

test.each(cloudStages)('every stack of %s keeps the rules of cdk-nag, or says why not', (stage) => {
  const app = appOf(stage)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  expect(app.synth().stacks).toHaveLength(4)
})

test('the rules bite: a stack without its reasons does not pass', () => {
  const app = appOf('dev')
  const metadata = app.node.findAll().flatMap(({ node }) => node.metadata)
  const reasons = metadata.filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
  expect(reasons.length).toBeGreaterThan(0)
})
