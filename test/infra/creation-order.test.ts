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
 * Budgets that could be created before the policy of the topic that they notify. AWS Budgets rejects a topic to which it
 * may not publish.
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
 * Functions that could run before the policies of their role: what invokes them, such as an event source or a custom
 * resource, waits for the function only.
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

const rules = { earlyBudgets, earlyFunctions }

describe.each(cloudStages)('at the first deployment of %s', (stage) => {
  const templates = stackParts.map((part): Resources => {
    const { Resources = {} } = templatesOf(stage)[part].toJSON() as { Resources?: Resources }
    return Resources
  })

  test('nothing is created before the policy that it needs', () => {
    for (const [name, find] of Object.entries(rules)) expect(templates.flatMap(find), name).toEqual([])
  })
})

describe('the rules themselves', () => {
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
