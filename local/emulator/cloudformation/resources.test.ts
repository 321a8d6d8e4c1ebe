import { describe, expect, test } from 'vitest'
import { resourcesOf } from './resources.ts'

const stackWith = (Type: string) => [{ name: 'data', template: { Resources: { Thing: { Type } } } }]

describe('CloudFormation resources', () => {
  test('returns the resources that are emulated or need no emulation', () => {
    expect(resourcesOf(stackWith('AWS::DynamoDB::Table'))).toHaveLength(1)
    expect(resourcesOf(stackWith('AWS::CloudWatch::Alarm'))).toHaveLength(1)
  })

  test('rejects an unsupported type with its name and location', () => {
    expect(() => resourcesOf(stackWith('AWS::Kinesis::Stream'))).toThrow('AWS::Kinesis::Stream (data/Thing)')
  })
})
