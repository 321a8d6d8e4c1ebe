import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { appOf, parts, resourcesOf, templatesOf } from './synthesized.ts'

const stages = { dev: templatesOf('dev'), prod: templatesOf('prod') }

const namedProperties = ['FunctionName', 'LogGroupName', 'UserPoolName', 'Name', 'SecretString']

const namesIn = (stage: keyof typeof stages) =>
  parts.flatMap((part) =>
    Object.values(stages[stage][part].toJSON()['Resources'] as Record<string, { Properties?: object }>)
      .flatMap(({ Properties = {} }) => Object.entries(Properties))
      .flatMap(([key, value]) => (namedProperties.includes(key) && typeof value === 'string' ? [value] : [])),
  )

test('two stages live in one account: no name occurs in both', () => {
  const names = new Set(namesIn('dev'))
  expect(names.size).toBeGreaterThan(0)
  expect(namesIn('prod').filter((name) => names.has(name) && name !== '$default')).toEqual([])
})

test('prod cannot be taken down by mistake', () => {
  const stacks = appOf('prod').node.children.filter((child) => child.node.id.startsWith('advice-prod-'))
  expect(stacks).toHaveLength(parts.length)
  for (const stack of stacks) expect(stack).toMatchObject({ terminationProtection: true })
})
