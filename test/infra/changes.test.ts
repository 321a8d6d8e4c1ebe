import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff'
import { beforeAll, describe, expect, test } from 'vitest'
import { optionsOf } from '#bin/tasks/deploy/cdk.ts'
import { stackParts } from '#lib/stacks/app.ts'
import { functions } from '#lib/functions.ts'
import type { CloudStage } from '#lib/stages.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { usageOf, type StackTemplate } from './limits.ts'
import { duplicateNames, exportsOf, namedResources, type Assembly, type NamedResource } from './names.ts'
import { prodSettings, synthesize, templatesWith } from './synthesized.ts'

const assemblyOf = (
  stage: CloudStage,
  settings: object,
  deployed?: readonly FunctionDefinition[],
): Assembly => {
  const templates = deployed ? synthesize(stage, settings, { deployed }) : templatesWith(stage, settings)
  // `toJSON` returns the template as an untyped record.
  return Object.fromEntries(stackParts.map((part) => [part, templates[part].toJSON()])) as Assembly
}

const { siteDomain, certificateArn } = prodSettings
const domain = { siteDomain, certificateArn }
const tawk = { provider: 'tawk', propertyId: '0123456789abcdef01234567', widgetId: '1abcdefgh' }
const chatwoot = {
  provider: 'chatwoot',
  baseUrl: 'https://chat.advice.example',
  websiteToken: 'AbCdEf123',
  country: 'Ireland',
}
const restoredTable = {
  name: 'advice-dev-restored-20260301T093000Z',
  streamArn:
    'arn:aws:dynamodb:eu-west-2:111122223333:table/advice-dev-restored-20260301T093000Z/stream/2026-03-01T10:00:00.000',
}
const unfinishedSwitch = { from: 'advice-dev-data-Table0123', since: '2026-03-01T12:00:00.000Z' }
const alarmEmail = 'first@advice.example'
const versions = ['a'.repeat(32), 'b'.repeat(32)]

/** Consecutive deployments of a stage, each with its settings. */
const histories: Readonly<
  Record<string, { readonly stage: CloudStage; readonly settings: readonly object[] }>
> = {
  'a domain is added and removed': { stage: 'dev', settings: [{}, domain, {}] },
  'alarms get an address, which changes': {
    stage: 'staging',
    settings: [{}, { alarmEmail }, { alarmEmail: 'second@advice.example' }, {}],
  },
  'the alarm address of prod changes': {
    stage: 'prod',
    settings: [prodSettings, { ...prodSettings, alarmEmail: 'second@advice.example' }],
  },
  'a chat is added, replaced and removed': {
    stage: 'dev',
    settings: [{}, { chat: tawk }, { chat: chatwoot }, {}],
  },
  'the table is restored and the restore undone': {
    stage: 'dev',
    settings: [{}, { restoredTable: { ...restoredTable, unfinishedSwitch } }, { restoredTable }, {}],
  },
  'the origin secret changes': {
    stage: 'prod',
    settings: [
      prodSettings,
      { ...prodSettings, originSecretVersions: versions },
      { ...prodSettings, originSecretVersions: versions.slice(0, 1) },
    ],
  },
  'the budget, reserved concurrency, sender and HSTS change': {
    stage: 'prod',
    settings: [
      prodSettings,
      {
        ...prodSettings,
        monthlyBudgetDollars: 100,
        reservesConcurrency: false,
        mailFrom: 'post@advice.internal',
        hstsIncludeSubDomains: true,
      },
    ],
  },
}

const importsOf = (assembly: Assembly): string[] =>
  [...JSON.stringify(assembly).matchAll(/\{"Fn::ImportValue":("[^"]+")\}/g)].map(([, name = '']) => name)

/** Exports that a deployed stack uses. CloudFormation can neither remove nor change them. */
const brokenExports = (before: Assembly, after: Assembly): string[] => {
  const [old, now] = [exportsOf(before), exportsOf(after)]
  return [...new Set(importsOf(before))].filter((name) => old.get(name) !== now.get(name))
}

/** Resources of a stage without a domain: the custom resource that allows uploads from the distribution. */
const ofLibraryCors = /^(LibraryCors|AWS679f53fac002430cb0da5b7982bd2287)/

const replaced = new Set([
  ResourceImpact.WILL_REPLACE,
  ResourceImpact.MAY_REPLACE,
  ResourceImpact.WILL_DESTROY,
  ResourceImpact.WILL_ORPHAN,
])

/**
 * Returns whether resources of a type may be replaced, because nothing else refers to them: a subscription has its own
 * address, and a restored table has another stream.
 */
const isReplaceable = (type: string | undefined): boolean =>
  type === 'AWS::SNS::Subscription' || type === 'AWS::Lambda::EventSourceMapping'

const replacedResources = (before: Assembly, after: Assembly): string[] =>
  stackParts.flatMap((part) => {
    const found: string[] = []
    fullDiff({ ...before[part] }, { ...after[part] }).resources.forEachDifference((id, change) => {
      if (!replaced.has(change.changeImpact) || ofLibraryCors.test(id)) return
      if (!isReplaceable(change.resourceType)) found.push(`${part}/${id}: ${change.changeImpact}`)
    })
    return found
  })

describe.each(Object.entries(histories))('when %s', (_, { stage, settings }) => {
  let steps: Assembly[] = []
  beforeAll(() => {
    steps = settings.map((values) => assemblyOf(stage, values))
  }, 120_000)
  const pairs = () => steps.slice(1).map((after, at): [Assembly, Assembly] => [steps[at] ?? after, after])

  test('no export is removed or changed that a deployed stack uses', () => {
    for (const [before, after] of pairs()) expect(brokenExports(before, after)).toEqual([])
  })

  test('no resource is replaced or removed', () => {
    for (const [before, after] of pairs()) expect(replacedResources(before, after)).toEqual([])
  })
})

describe('when a release follows another one', () => {
  let release: Assembly | undefined
  beforeAll(() => {
    release = assemblyOf('prod', prodSettings)
  }, 120_000)

  // CloudFormation overwrites a secret when its generation changes, also if an operator has stored a value since:
  // https://www.npmjs.com/package/@matthewbonig/secret
  test('no stored secret is overwritten, because secrets are generated as in the first release', () => {
    const secrets = Object.values(release?.data.Resources ?? {}).filter(
      ({ Type }) => Type === 'AWS::SecretsManager::Secret',
    )
    expect(secrets).toHaveLength(8)
    for (const { Properties } of secrets) {
      expect(Properties?.['GenerateSecretString']).toEqual({ ExcludePunctuation: true, PasswordLength: 48 })
      expect(Properties).not.toHaveProperty('SecretString')
    }
  })

  // CloudFront sometimes takes longer than the 13 minutes for which CDK waits. The content stack would be rolled back, and
  // the workflow of prod then rolls back a release that works: https://github.com/aws/aws-cdk/issues/15891
  test('it does not wait until CloudFront has removed the former pages, which it stores for five minutes', () => {
    const uploads = Object.values(release?.content.Resources ?? {}).filter(
      ({ Properties }) => Properties?.['DistributionPaths'] !== undefined,
    )
    expect(uploads.map(({ Properties }) => Properties?.['WaitForDistributionInvalidation'])).toEqual([false])
    expect(JSON.stringify(release?.web)).toContain('"MaxTTL":300,"MinTTL":0,"Name":"advice-prod-pages"')
  })
})

/** The named resources by type and name. */
const resourcesByName = (assembly: Assembly): Map<string, NamedResource> =>
  new Map(namedResources(assembly).map((resource) => [resource.id, resource]))

describe('when the functions change', () => {
  test('everything that a removed function used is still exported, for the deployment and its rollback', () => {
    for (const [stage, settings] of [
      ['prod', prodSettings],
      ['dev', {}],
    ] as const) {
      const [all, none] = [assemblyOf(stage, settings), assemblyOf(stage, settings, [])]
      expect(brokenExports(all, none)).toEqual([])
    }
  })

  test('they can be removed and added again: CloudFormation imports whatever was retained', () => {
    const removed = new Set(['sign-up', 'pre-token-generation', 'reconcile', 'deliver-email'])
    const others = functions.filter(({ name }) => !removed.has(name))
    const before = resourcesByName(assemblyOf('prod', prodSettings))
    const after = resourcesByName(assemblyOf('prod', prodSettings, others))
    const gone = [...before].filter(([id]) => !after.has(id))
    const namesOf = (prefix: string) => [...removed].map((name) => `${prefix}advice-prod-${name}`)
    expect(gone.map(([id]) => id)).toEqual(expect.arrayContaining(namesOf('AWS::Lambda::Function ')))
    // A log group is imported by its name. Other retained resources would block the deployment that adds a function.
    const retained = gone.flatMap(([id, { isRetained }]) => (isRetained ? [id] : []))
    expect(retained.toSorted()).toEqual(namesOf('AWS::Logs::LogGroup /aws/lambda/').toSorted())
    expect(optionsOf('deploy')).toContain('--import-existing-resources')
  })

  test('each stays in its stack when its caller changes', () => {
    const callers = { signedIn: 'admin', admin: 'anyone', anyone: 'member', member: 'optionalAuth' } as const
    const changed = functions.map((definition): FunctionDefinition => {
      const { source } = definition
      if (!('operation' in source)) return definition
      const { caller } = source.operation
      if (caller === 'optionalAuth' || caller === 'anyAdmin') return definition
      return { ...definition, source: { operation: { ...source.operation, caller: callers[caller] } } }
    })
    const before = resourcesByName(assemblyOf('prod', prodSettings))
    const after = resourcesByName(assemblyOf('prod', prodSettings, changed))
    const moved = [...before].flatMap(([id, { part }]) => (after.get(id)?.part === part ? [] : [id]))
    expect(moved).toEqual([])
  })
})

/** Returns a copy of a template with changed properties of its first resource of a type. */
const withResource = (template: StackTemplate, type: string, changes: object): StackTemplate => {
  const [id = '', resource] =
    Object.entries(template.Resources ?? {}).find(([, { Type }]) => Type === type) ?? []
  const changed = { Type: type, Properties: { ...resource?.Properties, ...changes } }
  return { ...template, Resources: { ...template.Resources, [id]: changed } }
}

describe('names', () => {
  test.each(['dev', 'staging', 'prod'] as const)('are unique in %s', (stage) => {
    const settings = stage === 'prod' ? prodSettings : {}
    expect(duplicateNames(namedResources(assemblyOf(stage, settings)))).toEqual([])
  })

  test('of two authorizers of one API must differ, wherever they are', () => {
    const assembly = assemblyOf('dev', {})
    const renamed = {
      ...assembly,
      api: withResource(assembly.api, 'AWS::ApiGatewayV2::Authorizer', { Name: 'same' }),
      admin: withResource(assembly.admin, 'AWS::ApiGatewayV2::Authorizer', { Name: 'same' }),
    }
    expect(duplicateNames(namedResources(renamed))).toEqual(['admin: AWS::ApiGatewayV2::Authorizer same'])
    expect(replacedResources(assembly, renamed)).toEqual([])
  })
})

describe('limits', () => {
  /** Describes each limit of which a stack uses more than four fifths. */
  const tooFull = (assembly: Assembly): string[] =>
    stackParts.flatMap((part) =>
      usageOf(assembly[part])
        .filter(({ used, limit }) => used > limit * 0.8)
        .map(({ name, used, limit }) => `${part}: ${used} of ${limit} ${name}`),
    )

  test('no stack uses more than four fifths of a limit', () => {
    expect(tooFull(assemblyOf('prod', { ...prodSettings, chat: tawk }))).toEqual([])
    expect(tooFull(assemblyOf('dev', {}))).toEqual([])
  })

  test('include the sizes of texts that are sent to CloudFront', () => {
    const assembly = assemblyOf('dev', {})
    const policy = usageOf(assembly.web).find(
      ({ name }) => name === 'characters of a content security policy',
    )
    expect(policy?.used).toBeGreaterThan(800)
    const web = withResource(assembly.web, 'AWS::CloudFront::Function', { FunctionCode: 'é'.repeat(10_000) })
    expect(tooFull({ ...assembly, web })).toEqual(['web: 20000 of 10240 bytes of a CloudFront function'])
  })

  test('the API has room for more routes', () => {
    const routes = functions.filter(({ source }) => 'operation' in source || 'routes' in source).length
    expect(routes).toBeLessThanOrEqual(300 * 0.8)
  })
})

describe('the comparison itself', () => {
  test('finds a dropped export and a replaced resource', () => {
    const first = assemblyOf('dev', {})
    const without: Assembly = { ...first, web: { ...first.web, Outputs: {} } }
    expect(brokenExports(first, without).length).toBeGreaterThan(0)
    const renamed: Assembly = {
      ...first,
      data: withResource(first.data, 'AWS::DynamoDB::Table', { TableName: 'other' }),
    }
    expect(replacedResources(first, renamed).join()).toMatch(/data\/\w+: WILL_REPLACE/)
  })
})
