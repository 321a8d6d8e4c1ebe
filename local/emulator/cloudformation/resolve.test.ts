import { describe, expect, test } from 'vitest'
import { createResolver } from './resolve.ts'
import type { Json, Stack } from './template.ts'

const location = { region: 'eu-west-2', accountId: '000000000000' }

const data: Stack = {
  name: 'data',
  template: {
    Resources: {
      Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { 'Fn::Join': ['-', ['a', 'b']] } } },
      Key: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: '/app/key' } },
      Odd: { Type: 'AWS::Some::Thing' },
    },
    Conditions: { IsLocal: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-west-2'] } },
    Outputs: { Exported: { Value: { Ref: 'Table' }, Export: { Name: 'data:Table' } } },
    Parameters: { Version: { Type: 'String', Default: '/path' } },
  },
}
const api: Stack = { name: 'api', template: { Resources: {} } }

const secretText = (id: string) => (id === '/app/key' ? '{"inner":"x1"}' : `text of ${id}`)
const resolver = createResolver([data, api], { location, secretText })

describe('CloudFormation resolver', () => {
  test.each<[string, Json, Json]>([
    ['a reference to a resource', { Ref: 'Table' }, 'a-b'],
    ['a pseudo parameter', { Ref: 'AWS::AccountId' }, '000000000000'],
    ['a parameter with a default', { Ref: 'Version' }, '/path'],
    ['an attribute', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:eu-west-2:000000000000:table/a-b'],
    ['a join', { 'Fn::Join': ['/', ['x', { Ref: 'Table' }]] }, 'x/a-b'],
    ['a substitution', { 'Fn::Sub': 'x ${Table} ${AWS::Region} ${!Kept}' }, 'x a-b eu-west-2 ${!Kept}'],
    ['a substitution with its own variables', { 'Fn::Sub': ['${own}', { own: { Ref: 'Table' } }] }, 'a-b'],
    ['a selection from a split', { 'Fn::Select': [1, { 'Fn::Split': ['-', { Ref: 'Table' }] }] }, 'b'],
    ['a choice', { 'Fn::If': ['IsLocal', 'yes', 'no'] }, 'yes'],
    ['a property without a value', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
    ['a whole secret', 'before {{resolve:secretsmanager:other:SecretString}}', 'before text of other'],
    ['a field of a secret', '{{resolve:secretsmanager:/app/key:SecretString:inner::}}', 'x1'],
  ])('resolves %s', (_, given, expected) => {
    expect(resolver.resolve(data, given)).toEqual(expected)
  })

  test('resolves an output that another stack exports', () => {
    expect(resolver.resolve(api, { 'Fn::ImportValue': 'data:Table' })).toBe('a-b')
  })

  test.each<[string, Json, string]>([
    ['an intrinsic', { 'Fn::Cidr': [] }, 'Fn::Cidr'],
    ['an attribute', { 'Fn::GetAtt': ['Odd', 'Colour'] }, 'Colour of AWS::Some::Thing'],
    ['a dynamic reference', '{{resolve:ssm:/x}}', 'resolve:ssm'],
    ['a resource', { Ref: 'Nobody' }, 'Nobody'],
    ['a condition', { 'Fn::If': ['Missing', 1, 2] }, 'Missing'],
  ])('rejects an unsupported %s with its name', (_, given, named) => {
    expect(() => resolver.resolve(data, given)).toThrow(named)
  })

  test('gives a resource the same id at every start', () => {
    const again = createResolver([data, api], { location, secretText })
    const key = { Ref: 'Key' }
    expect(again.resolve(data, key)).toBe(resolver.resolve(data, key))
  })
})
