import { describe, expect, test } from 'vitest'
import { readApis } from './api.ts'
import type { ResolvedResource } from './reader.ts'
import type { JsonObject } from './template.ts'

const resolved = (ref: string, Type: string, properties: JsonObject): ResolvedResource => ({
  resource: { stack: { name: 'web', template: { Resources: {} } }, logicalId: ref, definition: { Type } },
  ref,
  attributes: {},
  properties,
})

const authorizer = (ref: string, Name: string, ApiId: string) =>
  resolved(ref, 'AWS::ApiGatewayV2::Authorizer', {
    ApiId,
    Name,
    AuthorizerType: 'JWT',
    JwtConfiguration: { Issuer: 'https://cognito-idp.eu-west-2.amazonaws.com/pool', Audience: ['client'] },
  })

const integration = resolved('integration', 'AWS::ApiGatewayV2::Integration', {
  ApiId: 'first',
  IntegrationType: 'AWS_PROXY',
  PayloadFormatVersion: '2.0',
  IntegrationUri: 'arn:aws:lambda:eu-west-2:111122223333:function:advice-dev-sign-up',
})

const route = (ref: string, RouteKey: string) =>
  resolved(ref, 'AWS::ApiGatewayV2::Route', { ApiId: 'first', RouteKey, Target: 'integrations/integration' })

const apis = ['first', 'second'].flatMap((id) => [
  resolved(id, 'AWS::ApiGatewayV2::Api', { ProtocolType: 'HTTP' }),
  resolved(`stage of ${id}`, 'AWS::ApiGatewayV2::Stage', { ApiId: id, StageName: '$default' }),
])

const read = (...resources: ResolvedResource[]) => {
  const all = [...apis, ...resources]
  return readApis({ all: (type) => all.filter(({ resource }) => resource.definition.Type === type) })
}

describe('HTTP APIs of the stacks', () => {
  test('may have authorizers with the names of other APIs', () => {
    const authorizers = [authorizer('a', 'SignedIn', 'first'), authorizer('b', 'SignedIn', 'second')]
    expect(read(...authorizers)).toHaveLength(2)
  })

  test('cannot have two authorizers with the same name', () => {
    expect(() => read(authorizer('a', 'SignedIn', 'first'), authorizer('b', 'SignedIn', 'first'))).toThrow(
      'Authorizer name must be unique: SignedIn (b)',
    )
  })

  test('cannot have two routes with the same key', () => {
    expect(read(integration, route('r1', 'POST /a'), route('r2', 'POST /b'))[0]?.routes).toHaveLength(2)
    expect(() => read(integration, route('r1', 'POST /a'), route('r2', 'POST /a'))).toThrow(
      'Route with key POST /a already exists (r2)',
    )
  })
})
