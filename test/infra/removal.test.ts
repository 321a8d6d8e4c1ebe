import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stackParts } from '#lib/stacks/app.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import type { CloudStage } from '#lib/stages.ts'
import { templatesOf, type Resource } from './synthesized.ts'

interface Found extends Resource {
  readonly id: string
  readonly UpdateReplacePolicy?: string
}

const resourcesIn = (stage: CloudStage): Found[] =>
  stackParts.flatMap((part) => {
    const { Resources } = templatesOf(stage)[part].toJSON() as { Resources?: Record<string, Resource> }
    return Object.entries(Resources ?? {}).map(([id, resource]) => ({ ...resource, id: `${part}/${id}` }))
  })

/** Properties with which a resource has a name that a second one cannot have. */
const nameProperties = ['Name', 'LogGroupName', 'FunctionName', 'BucketName', 'QueueName', 'TableName']

const hasFixedName = ({ Properties = {} }: Partial<Resource>): boolean =>
  nameProperties.some((name) => typeof Properties[name] === 'string')

const isRetained = ({ DeletionPolicy = 'Delete' }: Resource): boolean => DeletionPolicy !== 'Delete'

describe.each(['dev', 'staging'] as const)(
  'after the removal of %s, the same names can be deployed',
  (stage) => {
    const resources = resourcesIn(stage)

    test('nothing is retained', () => {
      expect(resources.length).toBeGreaterThan(100)
      expect(resources.filter(isRetained).map(({ id }) => id)).toEqual([])
    })

    test('no resource is protected from removal', () => {
      const isProtected = ({ Properties = {} }: Partial<Resource>) =>
        [true, 'ACTIVE'].includes(Properties['DeletionProtection'] as string | boolean) ||
        Properties['DeletionProtectionEnabled'] === true
      expect(resources.filter(isProtected).map(({ id }) => id)).toEqual([])
    })

    test('every bucket is emptied first', () => {
      const part = (id: string) => id.split('/')[0]
      const emptied = resources
        .filter(({ Type }) => Type === 'Custom::S3AutoDeleteObjects')
        .map(({ id, Properties }) => `${part(id)}/${(Properties['BucketName'] as { Ref: string }).Ref}`)
      const buckets = resources.filter(({ Type }) => Type === 'AWS::S3::Bucket').map(({ id }) => id)
      expect(emptied.toSorted()).toEqual(buckets.toSorted())
    })
  },
)

describe('after the removal of prod', () => {
  const retained = resourcesIn('prod').filter(isRetained)

  test('only secrets and logs are in the way of a new deployment, and the runbook names them', () => {
    const types = new Set(retained.filter(hasFixedName).map(({ Type }) => Type))
    expect([...types].toSorted()).toEqual(['AWS::Logs::LogGroup', 'AWS::SecretsManager::Secret'])
    const runbook = readFileSync(join(projectRoot, 'docs', 'runbook.md'), 'utf8')
    expect(runbook).toContain('Secrets and logs have fixed names: delete or import them')
  })

  test('a failed first deployment leaves nothing with a fixed name', () => {
    const kept = retained.filter(
      (resource) => hasFixedName(resource) && resource.DeletionPolicy !== 'RetainExceptOnCreate',
    )
    expect(kept.map(({ id }) => id)).toEqual([])
  })
})
