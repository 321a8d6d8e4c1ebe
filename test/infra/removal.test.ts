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
  readonly DependsOn?: string | string[]
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

/** Returns the logical id of the bucket that a distribution writes its access logs to. */
const logBucketOf = ({ Properties }: Resource): string => {
  const { Logging } = Properties['DistributionConfig'] as { Logging: { Bucket: { 'Fn::GetAtt': string[] } } }
  return Logging.Bucket['Fn::GetAtt'][0] ?? ''
}

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

    // The removal of a distribution takes minutes, and CloudFront delivers its logs meanwhile. CloudFormation removes
    // what depends on a resource before the resource itself.
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html#access-logs-timing
    test('the bucket for access logs is emptied after the distribution is gone', () => {
      const distributions = resources.filter(({ Type }) => Type === 'AWS::CloudFront::Distribution')
      expect(distributions).toHaveLength(1)
      for (const distribution of distributions)
        expect(distribution.DependsOn).toContainEqual(
          expect.stringMatching(`^${logBucketOf(distribution).slice(0, -8)}AutoDeleteObjects`),
        )
    })
  },
)

describe('after the removal of prod', () => {
  const retained = resourcesIn('prod').filter(isRetained)

  test('only secrets and logs are in the way of a new deployment, and docs/new-stage.md names them', () => {
    const types = new Set(retained.filter(hasFixedName).map(({ Type }) => Type))
    expect([...types].toSorted()).toEqual(['AWS::Logs::LogGroup', 'AWS::SecretsManager::Secret'])
    const page = readFileSync(join(projectRoot, 'docs', 'new-stage.md'), 'utf8')
    expect(page).toContain('Secrets and logs have fixed names: delete or import them')
  })

  test('a failed first deployment leaves nothing with a fixed name', () => {
    const kept = retained.filter(
      (resource) => hasFixedName(resource) && resource.DeletionPolicy !== 'RetainExceptOnCreate',
    )
    expect(kept.map(({ id }) => id)).toEqual([])
  })
})
