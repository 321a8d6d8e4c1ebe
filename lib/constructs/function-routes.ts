import {
  HttpAuthorizer,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { isPublic, pathOf } from '#shared/contract/operation.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

/** A scope that Cognito includes in access tokens but not in ID tokens. */
const accessTokenScope = 'aws.cognito.signin.user.admin'

export interface FunctionRoutesProps {
  readonly httpApi: IHttpApi
  readonly authorizer: HttpAuthorizer
  readonly definition: FunctionDefinition
}

interface Route {
  readonly method: HttpMethod
  readonly path: `/${string}`
  readonly signedIn: boolean
}

const routesOf = ({ source }: FunctionDefinition): Route[] => {
  if ('operation' in source) {
    const { operation } = source
    return [{ method: HttpMethod.POST, path: pathOf(operation), signedIn: !isPublic(operation) }]
  }
  if ('routes' in source) {
    return source.routes.map(({ method, path }) => ({ method: HttpMethod[method], path, signedIn: false }))
  }
  return []
}

/** Adds and returns the routes of a function. Operations that are not public require an access token. */
export const addRoutes = (
  fn: ServiceFunction,
  { httpApi, authorizer, definition }: FunctionRoutesProps,
): HttpRoute[] => {
  const integration = new HttpLambdaIntegration(`${definition.name}-integration`, fn)
  const jwt: IHttpRouteAuthorizer = HttpAuthorizer.fromHttpAuthorizerAttributes(fn, 'SignedIn', {
    authorizerId: authorizer.authorizerId,
    authorizerType: 'JWT',
  })
  return routesOf(definition).map(({ method, path, signedIn }) => {
    const route = new HttpRoute(fn.stack, `${method} ${path}`, {
      httpApi,
      routeKey: HttpRouteKey.with(path, method),
      integration,
      authorizer: signedIn ? jwt : new HttpNoneAuthorizer(),
      authorizationScopes: signedIn ? [accessTokenScope] : undefined,
    })
    if (!signedIn)
      acknowledge(route, {
        'AwsSolutions-APIG4': 'Called before sign-in, or authenticated by a signature or a single-use token.',
      })
    return route
  })
}
