import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { stackParts } from '#lib/stacks/app.ts'
import { appOf, resourcesOf, templatesWith } from './synthesized.ts'

const former = 'advice-dev-data-Table0123'
const name = 'advice-dev-restored-20260301T093000Z'
const streamArn = `arn:aws:dynamodb:eu-west-2:111122223333:table/${name}/stream/2026-03-01T10:00:00.000`
const unfinishedSwitch = { from: former, since: '2026-03-01T12:00:00.000Z' }
const unfinished = { restoredTable: { name, streamArn, unfinishedSwitch } }
const finished = { restoredTable: { name, streamArn } }

interface Statement {
  readonly Action: string | string[]
  readonly Resource: unknown
}

/** The grants of all functions on a table, its indexes and its stream, as `policy: action on resource`. */
const grantsOn = (settings: object, table: string): string[] => {
  const templates = templatesWith('dev', settings)
  const statements = stackParts.flatMap((part) =>
    resourcesOf(templates[part], 'AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
      (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement.map((one) => ({ id, ...one })),
    ),
  )
  return statements
    .flatMap(({ id, Action, Resource }) =>
      [Action].flat().flatMap((action) =>
        [Resource].flat().flatMap((resource) => {
          const [, path] = new RegExp(`:table/${table}([^"]*)"`).exec(JSON.stringify(resource)) ?? []
          const kind = path?.replace(/^\/stream\/.*/, '/stream')
          return kind === undefined ? [] : [`${id}: ${action} on ${kind}`]
        }),
      ),
    )
    .toSorted()
}

describe('a switch to a restored table', () => {
  test('grants functions both tables, indexes and streams until it is complete', () => {
    const restored = grantsOn(unfinished, name)
    expect(restored.length).toBeGreaterThan(200)
    expect(restored.some((grant) => grant.endsWith('GetRecords on /stream'))).toBe(true)
    expect(grantsOn(unfinished, former)).toEqual(restored)
  })

  test('grants functions only the restored table afterwards', () => {
    expect(grantsOn(finished, former)).toEqual([])
    expect(grantsOn(finished, name)).toEqual(grantsOn(unfinished, name))
  })

  test('follows the cdk-nag rules', () => {
    const app = appOf('dev', { ...unfinished, account: '111122223333' })
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
    expect(() => app.synth()).not.toThrow()
  })
})

describe('a table that was deleted and restored under its own name', () => {
  const ownStream = `arn:aws:dynamodb:eu-west-2:111122223333:table/${former}/stream/2026-11-28T10:00:00.000`
  const templates = templatesWith('dev', { restoredTable: { name: former, streamArn: ownStream } })

  test('is read from its new stream, and the table of CloudFormation is not changed', () => {
    const sources = resourcesOf(templates.operations, 'AWS::Lambda::EventSourceMapping')
    expect(sources.length).toBeGreaterThan(1)
    for (const [, { Properties }] of sources) expect(Properties['EventSourceArn']).toBe(ownStream)
    const tables = (settings: object) =>
      resourcesOf(templatesWith('dev', settings).data, 'AWS::DynamoDB::Table')
    expect(resourcesOf(templates.data, 'AWS::DynamoDB::Table')).toEqual(tables({}))
  })

  test('has the same permissions and name in every function', () => {
    const settings = { restoredTable: { name: former, streamArn: ownStream } }
    const renamed = grantsOn(finished, name).map((grant) => grant.replace(name, former))
    expect(grantsOn(settings, former)).toEqual(renamed)
    const tablesInUse = resourcesOf(templates.members, 'AWS::Lambda::Function').flatMap(
      ([, { Properties }]) => {
        const { Variables } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> }
        return Variables?.['TABLE_NAME'] ?? []
      },
    )
    expect(new Set(tablesInUse)).toEqual(new Set([former]))
  })
})
