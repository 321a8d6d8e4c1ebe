import { describe, expect, test } from 'vitest'
import { stackParts } from '#lib/stacks/app.ts'
import { cloudStages } from '#lib/stages.ts'
import { templatesOf, type Resource } from './synthesized.ts'

/** CloudFormation creates resources at the same time, unless one refers to the other or depends on it. */
interface Created extends Resource {
  readonly DependsOn?: string | string[]
}

type Resources = Readonly<Record<string, Created>>

const dependenciesOf = ({ DependsOn = [] }: Created): string[] => [DependsOn].flat()

/** Returns the logical ids that a value of a template refers to. */
const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/\{"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, id = '']) => id)

const ofType = (resources: Resources, type: string): [string, Created][] =>
  Object.entries(resources).filter(([, { Type }]) => Type === type)

/**
 * Returns the budgets that could be created before the policy of the topic that they notify. AWS Budgets rejects a
 * topic to which it may not publish.
 *
 * @see https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
 */
const earlyBudgets = (resources: Resources): string[] =>
  ofType(resources, 'AWS::Budgets::Budget').flatMap(([id, budget]) => {
    const topics = referencesIn(budget.Properties['NotificationsWithSubscribers'])
    return ofType(resources, 'AWS::SNS::TopicPolicy')
      .filter(([, { Properties }]) =>
        referencesIn(Properties['Topics']).some((topic) => topics.includes(topic)),
      )
      .filter(([policy]) => !dependenciesOf(budget).includes(policy))
      .map(([policy]) => `${id} does not wait for ${policy}`)
  })

/**
 * Returns the functions that could run before the policies of their role exist. What invokes them, such as an event
 * source or a custom resource, only waits for the function.
 */
const earlyFunctions = (resources: Resources): string[] =>
  ofType(resources, 'AWS::Lambda::Function').flatMap(([id, fn]) => {
    const [role = ''] = referencesIn(fn.Properties['Role'])
    const callers = Object.values(resources).filter(({ Properties }) =>
      referencesIn(Properties?.['ServiceToken']).includes(id),
    )
    const isAwaited = (policy: string): boolean =>
      dependenciesOf(fn).includes(policy) ||
      (callers.length > 0 && callers.every((caller) => dependenciesOf(caller).includes(policy)))
    return ofType(resources, 'AWS::IAM::Policy')
      .filter(([, { Properties }]) => referencesIn(Properties['Roles']).includes(role))
      .filter(([policy]) => !isAwaited(policy))
      .map(([policy]) => `${id} does not wait for ${policy}`)
  })

/** Number of resources of an API that may be created at the same time. Each takes some calls. */
const mostOfApi = 10

/**
 * Returns the resources of an API that are created in the same wave, if they are too many. API Gateway accepts 10
 * management calls a second for all APIs together, and 40 in a burst.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 * @see https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/573
 */
const crowdedWaves = (resources: Resources): string[] => {
  const isOfApi = (id: string): boolean => resources[id]?.Type.startsWith('AWS::ApiGatewayV2::') ?? false
  const waves = new Map<string, number>()
  /** Returns the number of resources of the API that must be created one after the other, up to this one. */
  const waveOf = (id: string): number => {
    const known = waves.get(id)
    if (known !== undefined) return known
    const resource = resources[id]
    if (resource === undefined) return 0
    const awaited = [...dependenciesOf(resource), ...referencesIn(resource.Properties)]
    const wave = Math.max(0, ...awaited.map(waveOf)) + (isOfApi(id) ? 1 : 0)
    waves.set(id, wave)
    return wave
  }
  const all = Object.keys(resources).filter(isOfApi).map(waveOf)
  return [...new Set(all)].flatMap((wave) => {
    const { length } = all.filter((other) => other === wave)
    return length > mostOfApi ? [`wave ${wave} of the API: ${length} resources`] : []
  })
}

const rules = { earlyBudgets, earlyFunctions, crowdedWaves }

describe.each(cloudStages)('at the first deployment of %s', (stage) => {
  const templates = stackParts.map((part): Resources => {
    const { Resources = {} } = templatesOf(stage)[part].toJSON() as { Resources?: Resources }
    return Resources
  })

  test('nothing is created too early', () => {
    for (const [name, find] of Object.entries(rules)) expect(templates.flatMap(find), name).toEqual([])
  })
})

describe('the rules themselves', () => {
  test('find too many resources of an API, which do not wait for each other', () => {
    const routes = Array.from({ length: 11 }, (_, at) => [`Route${at}`, { Type: 'AWS::ApiGatewayV2::Route' }])
    const resources = Object.fromEntries(routes) as Resources
    expect(crowdedWaves(resources)).toEqual(['wave 1 of the API: 11 resources'])
    const waiting = { Type: 'AWS::ApiGatewayV2::Route', Properties: {}, DependsOn: 'Route0' }
    expect(crowdedWaves({ ...resources, Route10: waiting })).toEqual([])
  })

  test('find a budget and a function that do not wait', () => {
    const [topic, role] = [{ Ref: 'Topic' }, { 'Fn::GetAtt': ['Role', 'Arn'] }]
    const resources: Resources = {
      Budget: { Type: 'AWS::Budgets::Budget', Properties: { NotificationsWithSubscribers: [topic] } },
      TopicPolicy: { Type: 'AWS::SNS::TopicPolicy', Properties: { Topics: [topic] } },
      Function: { Type: 'AWS::Lambda::Function', Properties: { Role: role }, DependsOn: 'Role' },
      RolePolicy: { Type: 'AWS::IAM::Policy', Properties: { Roles: [{ Ref: 'Role' }] } },
    }
    expect(earlyBudgets(resources)).toEqual(['Budget does not wait for TopicPolicy'])
    expect(earlyFunctions(resources)).toEqual(['Function does not wait for RolePolicy'])
  })
})
