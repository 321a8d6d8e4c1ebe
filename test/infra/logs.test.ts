import { describe, expect, test } from 'vitest'
import { stackParts } from '#lib/stacks/app.ts'
import { cloudStages } from '#lib/stages.ts'
import { resourcesOf, templatesOf } from './synthesized.ts'

const retentionDays = { dev: 7, staging: 30, prod: 90 } as const

describe.each(cloudStages)('logs of %s', (stage) => {
  const templates = templatesOf(stage)

  test('of each function, including those that CDK adds, go to a log group of its stack', () => {
    const without = stackParts.flatMap((part) => {
      const groups = resourcesOf(templates[part], 'AWS::Logs::LogGroup').map(([id]) => id)
      return resourcesOf(templates[part], 'AWS::Lambda::Function').flatMap(([id, { Properties }]) => {
        const { LogGroup } = (Properties['LoggingConfig'] ?? {}) as { LogGroup?: { Ref?: string } }
        return groups.includes(LogGroup?.Ref ?? '') ? [] : [`${part}/${id}`]
      })
    })
    expect(without).toEqual([])
  })

  test('expire', () => {
    for (const part of stackParts)
      for (const [, { Properties }] of resourcesOf(templates[part], 'AWS::Logs::LogGroup'))
        expect(Properties['RetentionInDays']).toBe(retentionDays[stage])
  })
})
