import { expect, test } from 'vitest'
import { placesOf } from './places.ts'

const stackWith = (Type: string) => [{ name: 'data', template: { Resources: { Thing: { Type } } } }]

test('takes what it builds and what needs nothing here', () => {
  expect(placesOf(stackWith('AWS::DynamoDB::Table'))).toHaveLength(1)
  expect(placesOf(stackWith('AWS::CloudWatch::Alarm'))).toHaveLength(1)
})

test('refuses a type that nobody knows, with its name and place', () => {
  expect(() => placesOf(stackWith('AWS::Kinesis::Stream'))).toThrow('AWS::Kinesis::Stream (data/Thing)')
})
