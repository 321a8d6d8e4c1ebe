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
import { isOpenToStrangers, pathOf } from '../../shared/contract/operation.ts'
import type { FunctionDefinition } from '../../services/platform/function.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

/** A scope that Cognito puts into access tokens of people who signed in, and into no ID token. */
export const accessTokenScope = 'aws.cognito.signin.user.admin'

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
    return [{ method: HttpMethod.POST, path: pathOf(operation), signedIn: !isOpenToStrangers(operation) }]
  }
  if ('routes' in source) {
    return source.routes.map(({ method, path }) => ({ method: HttpMethod[method], path, signedIn: false }))
  }
  return []
}

/** Puts a function behind the routes of its definition; who must sign in, the operation's caller says. */
export const addRoutes = (
  fn: ServiceFunction,
  { httpApi, authorizer, definition }: FunctionRoutesProps,
): void => {
  const integration = new HttpLambdaIntegration(`${definition.name}-integration`, fn)
  const jwt: IHttpRouteAuthorizer = HttpAuthorizer.fromHttpAuthorizerAttributes(fn, 'SignedIn', {
    authorizerId: authorizer.authorizerId,
    authorizerType: 'JWT',
  })
  for (const { method, path, signedIn } of routesOf(definition)) {
    const route = new HttpRoute(fn.stack, `${method} ${path}`, {
      httpApi,
      routeKey: HttpRouteKey.with(path, method),
      integration,
      authorizer: signedIn ? jwt : new HttpNoneAuthorizer(),
      authorizationScopes: signedIn ? [accessTokenScope] : undefined,
    })
    if (signedIn) continue
    acknowledge(route, {
      'AwsSolutions-APIG4':
        'People call it before they have an account, or it proves its caller by signature or by a single-use token.',
    })
  }
}
