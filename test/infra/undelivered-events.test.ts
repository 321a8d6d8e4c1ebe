import { describe, expect, test } from 'vitest'
import { storagePeriods } from '#shared/values/retention.ts'
import { resourcesOf, templatesOf } from './synthesized.ts'

interface Statement {
  readonly Effect: string
  readonly Principal: unknown
  readonly Action: string
  readonly Condition?: { readonly ArnLike?: Readonly<Record<string, unknown>> }
}

describe.each(['dev', 'staging', 'prod'] as const)('events of %s that were not delivered', (stage) => {
  const { operations } = templatesOf(stage)
  const [queueId] =
    resourcesOf(operations, 'AWS::SQS::Queue').find(([id]) => id.startsWith('Undelivered')) ?? []
  // Rules without a name (`FailedRecords`) send events to a queue and invoke no function.
  const rules = resourcesOf(operations, 'AWS::Events::Rule').filter(
    ([, { Properties }]) => Properties['Name'] !== undefined,
  )

  test('are sent to the queue by the rules that invoke functions', () => {
    expect(rules.length).toBeGreaterThan(15)
    for (const [, { Properties }] of rules)
      expect(Properties['Targets']).toMatchObject([
        { DeadLetterConfig: { Arn: { 'Fn::GetAtt': [queueId, 'Arn'] } } },
      ])
  })

  test('are also sent to the queue by Lambda, if they are bounces or complaints that fail every attempt', () => {
    const functions = resourcesOf(operations, 'AWS::Lambda::Function')
    const withQueue = functions.filter(([, { Properties }]) => Properties['DeadLetterConfig'] !== undefined)
    expect(withQueue).toMatchObject([
      [
        expect.anything(),
        {
          Properties: {
            FunctionName: `advice-${stage}-record-email-problems`,
            DeadLetterConfig: { TargetArn: { 'Fn::GetAtt': [queueId, 'Arn'] } },
          },
        },
      ],
    ])
  })

  test('are kept as long as other failed records, because bounces contain an address and a subject', () => {
    const [found] = resourcesOf(operations, 'AWS::SQS::Queue').filter(([id]) => id === queueId)
    expect(found?.[1].Properties['MessageRetentionPeriod']).toBe(storagePeriods.failedRecord.days * 24 * 3600)
  })

  test('are accepted from each rule of the stage by one statement', () => {
    const statements = resourcesOf(operations, 'AWS::SQS::QueuePolicy')
      .filter(([, { Properties }]) => JSON.stringify(Properties['Queues']).includes(`"${queueId}"`))
      .flatMap(([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
      .filter(({ Effect }) => Effect === 'Allow')
    expect(statements).toMatchObject([
      { Action: 'sqs:SendMessage', Principal: { Service: 'events.amazonaws.com' } },
    ])
    const source = JSON.stringify(statements[0]?.Condition?.ArnLike?.['aws:SourceArn'])
    expect(source).toContain(`:rule/advice-${stage}-*`)
    for (const [, { Properties }] of rules)
      expect(Properties['Name']).toMatch(new RegExp(`^advice-${stage}-`))
  })
})
