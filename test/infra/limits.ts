/** A part of CloudFormation's or a service's limits that a stack uses. */
export interface Usage {
  readonly name: string
  readonly used: number
  readonly limit: number
}

interface TemplateResource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly DeletionPolicy?: string
}

export interface StackTemplate {
  readonly Resources?: Readonly<Record<string, TemplateResource>>
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >
  readonly Parameters?: Readonly<Record<string, unknown>>
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length
const countOf = (value: object | undefined): number => Object.keys(value ?? {}).length

const longest = (sizes: readonly number[]): number => Math.max(0, ...sizes)

const ofType = (template: StackTemplate, type: string) =>
  Object.values(template.Resources ?? {}).filter(({ Type }) => Type === type)

/** Sizes of the inline policies of each role, as IAM counts them. */
const policySizes = (template: StackTemplate): number[] => {
  const sizes = new Map<string, number>()
  for (const { Properties } of ofType(template, 'AWS::IAM::Policy')) {
    const role = JSON.stringify(Properties?.['Roles'])
    sizes.set(role, (sizes.get(role) ?? 0) + sizeOf(Properties?.['PolicyDocument']))
  }
  return [...sizes.values()]
}

/** The statements of the policies of each queue. */
const queuePolicies = (template: StackTemplate): (readonly unknown[])[] =>
  ofType(template, 'AWS::SQS::QueuePolicy').map(({ Properties }) => {
    const document = Properties?.['PolicyDocument'] as { Statement?: unknown[] } | undefined
    return document?.Statement ?? []
  })

const behaviours = (template: StackTemplate): number =>
  longest(
    ofType(template, 'AWS::CloudFront::Distribution').map(({ Properties }) => {
      const config = Properties?.['DistributionConfig'] as { CacheBehaviors?: unknown[] } | undefined
      return config?.CacheBehaviors?.length ?? 0
    }),
  )

/** Length of a bucket's address, the longest value that a deployment puts into a text. */
const referenceLength = 100

/** Returns the length of a text after the deployment, which joins it from texts and references. */
const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  const { 'Fn::Join': [separator = '', parts = []] = [] } = value as { 'Fn::Join'?: [string, unknown[]] }
  if (parts.length === 0) return referenceLength
  return parts.reduce<number>((sum, part) => sum + lengthOf(part), separator.length * (parts.length - 1))
}

interface HeadersPolicy {
  readonly SecurityHeadersConfig?: {
    readonly ContentSecurityPolicy?: { readonly ContentSecurityPolicy?: unknown }
  }
}

const securityPolicies = (template: StackTemplate): unknown[] =>
  ofType(template, 'AWS::CloudFront::ResponseHeadersPolicy').map(({ Properties }) => {
    const config = Properties?.['ResponseHeadersPolicyConfig'] as HeadersPolicy | undefined
    return config?.SecurityHeadersConfig?.ContentSecurityPolicy?.ContentSecurityPolicy ?? ''
  })

/**
 * Returns a stack's usage of its limits.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html
 */
export const usageOf = (template: StackTemplate): Usage[] => [
  { name: 'resources', used: countOf(template.Resources), limit: 500 },
  { name: 'outputs', used: countOf(template.Outputs), limit: 200 },
  { name: 'parameters', used: countOf(template.Parameters), limit: 200 },
  {
    name: 'dynamic references',
    used: JSON.stringify(template).split('{{resolve:').length - 1,
    limit: 60,
  },
  { name: 'bytes of the template', used: Buffer.byteLength(JSON.stringify(template)), limit: 1_000_000 },
  { name: 'characters of the policies of one role', used: longest(policySizes(template)), limit: 10_240 },
  {
    name: 'managed policies of one role',
    used: longest(
      ofType(template, 'AWS::IAM::Role').map(
        ({ Properties }) => (Properties?.['ManagedPolicyArns'] as unknown[] | undefined)?.length ?? 0,
      ),
    ),
    limit: 10,
  },
  {
    name: 'bytes of the environment of one function',
    used: longest(
      ofType(template, 'AWS::Lambda::Function').map(({ Properties }) => sizeOf(Properties?.['Environment'])),
    ),
    limit: 4096,
  },
  {
    name: 'layers of one function',
    used: longest(
      ofType(template, 'AWS::Lambda::Function').map(
        ({ Properties }) => (Properties?.['Layers'] as unknown[] | undefined)?.length ?? 0,
      ),
    ),
    limit: 5,
  },
  {
    name: 'statements of the policy of one queue',
    used: longest(queuePolicies(template).map(({ length }) => length)),
    limit: 20,
  },
  {
    name: 'bytes of the policy of one queue',
    used: longest(queuePolicies(template).map(sizeOf)),
    limit: 8192,
  },
  { name: 'cache behaviours', used: behaviours(template), limit: 25 },
  {
    name: 'characters of a content security policy',
    used: longest(securityPolicies(template).map(lengthOf)),
    limit: 1783,
  },
  {
    name: 'bytes of a CloudFront function',
    used: longest(
      ofType(template, 'AWS::CloudFront::Function').map(({ Properties }) =>
        Buffer.byteLength(String(Properties?.['FunctionCode'])),
      ),
    ),
    limit: 10_240,
  },
]
