import { describe, expect, test } from 'vitest'
import type { FunctionModel } from '#local/emulator/cloudformation/functions.ts'
import { type CloudModel, storesOf } from '#local/emulator/cloudformation/model.ts'
import { createReader } from '#local/emulator/cloudformation/reader.ts'
import { createResolver } from '#local/emulator/cloudformation/resolve.ts'
import { changedParts } from './changed-parts.ts'

const functionNamed = (name: string, extra: Partial<FunctionModel> = {}): FunctionModel => ({
  name,
  logicalId: name,
  arn: `arn:${name}`,
  handler: 'handler',
  environment: { TABLE_NAME: 'table' },
  timeoutMs: 1000,
  memoryMb: 128,
  reservedConcurrency: undefined,
  policies: [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: 'table' }],
  callers: [],
  ...extra,
})

const model = (extra: Partial<CloudModel> = {}): CloudModel => ({
  tables: [],
  buckets: [],
  queueArns: ['arn:queue'],
  cognito: { pools: [], clients: [], groups: [] },
  functions: [functionNamed('read'), functionNamed('write')],
  apis: [],
  streamSources: [],
  rules: [],
  distribution: {
    id: 'site',
    domain: 'site.example',
    aliases: [],
    rootObject: 'index.html',
    origins: [],
    behaviours: [],
    errorSeconds: new Map(),
  },
  outputs: {},
  ...extra,
})

describe('the changed parts of the templates', () => {
  test('returns none if the templates are the same', () => {
    expect(changedParts(model(), model())).toEqual({ functions: [], api: false, needRestart: [] })
  })

  test('include only the functions whose configuration or permissions differ', () => {
    const write = functionNamed('write', { policies: [] })
    const next = model({ functions: [functionNamed('read'), write] })
    expect(changedParts(model(), next)).toEqual({ functions: [write], api: false, needRestart: [] })
  })

  test('include the routes', () => {
    const api = {
      id: 'api',
      endpoint: 'https://api.example',
      stage: '$default',
      stageVariables: {},
      routes: [],
    }
    const next = model({ apis: [{ ...api, throttling: undefined }] })
    expect(changedParts(model(), next)).toMatchObject({ api: true, needRestart: [] })
  })

  test('include values in maps', () => {
    const distribution = { ...model().distribution, errorSeconds: new Map([[404, 10]]) }
    expect(changedParts(model(), model({ distribution })).needRestart).toEqual(['distribution'])
  })

  test('do not include a bucket whose stack changes in another resource', () => {
    const location = { region: 'eu-west-2', accountId: '123456789012' }
    const bucketsBeside = (AlarmDescription: string) => {
      const Resources = {
        Files: { Type: 'AWS::S3::Bucket', Properties: {} },
        Late: { Type: 'AWS::CloudWatch::Alarm', Properties: { AlarmDescription } },
      }
      const stacks = [{ name: 'data', template: { Resources } }]
      const resolver = createResolver(stacks, { location, secretText: () => '' })
      return storesOf(createReader(stacks, resolver), 'AWS::S3::Bucket')
    }
    const [before, after] = [bucketsBeside('former'), bucketsBeside('new')]
    expect(before).toHaveLength(1)
    expect(changedParts(model({ buckets: before }), model({ buckets: after })).needRestart).toEqual([])
  })

  test('name what only a restart applies', () => {
    const next = model({ functions: [functionNamed('read')], queueArns: [], outputs: { Site: 'x' } })
    expect(changedParts(model(), next).needRestart).toEqual([
      'functions added or removed',
      'queues',
      'outputs',
    ])
  })
})
