import { describe, expect, test } from 'vitest'
import { cloudStages, tagsOf } from '#lib/stages.ts'
import { appOf } from './synthesized.ts'

interface Resource {
  readonly Type: string
  readonly Properties?: { readonly Tags?: unknown; readonly FunctionName?: string }
}

/** Types of resources whose costs the budget of a stage counts by their tag. */
const withPrice = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::CloudFront::Distribution',
  'AWS::CloudWatch::Alarm',
  'AWS::DynamoDB::Table',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
])

describe.each(cloudStages)('tags of %s', (name) => {
  const stacks = appOf(name)
    .synth()
    .stacks.map(({ stackName, tags, template }) => {
      const { Resources } = template as { Resources: Record<string, Resource> }
      return { stackName, tags, resources: Object.entries(Resources) }
    })

  test('are on every resource with a price', () => {
    const untagged = stacks.flatMap(({ resources }) =>
      resources.flatMap(([id, { Type, Properties }]) => {
        const isOurs = withPrice.has(Type) || (Type === 'AWS::Lambda::Function' && Properties?.FunctionName)
        return isOurs && !JSON.stringify(Properties?.Tags ?? null).includes(`"${name}"`)
          ? [`${Type} ${id}`]
          : []
      }),
    )
    expect(untagged).toEqual([])
  })

  // https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/2508
  test('are not on functions of CloudFront, nor on their stack, because CloudFront rejects such functions', () => {
    const ofCloudFront = stacks.flatMap(({ stackName, tags, resources }) =>
      resources.flatMap(([, { Type, Properties }]) =>
        Type === 'AWS::CloudFront::Function' ? [{ stackName, tags, own: Properties?.Tags }] : [],
      ),
    )
    expect(ofCloudFront).toEqual(
      Array.from({ length: 2 }, () => ({ stackName: `advice-${name}-web`, tags: {}, own: undefined })),
    )
  })

  test('are on all other stacks', () => {
    const others = stacks.filter(({ stackName }) => stackName !== `advice-${name}-web`)
    expect(others.map(({ tags }) => tags)).toEqual(others.map(() => tagsOf({ name })))
  })
})
