import { HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { addRoutes } from '../constructs/function-routes.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { functions } from '../functions.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

/** What the service does when it is asked: a function per operation behind its route, and the pages of links. */
export class ApiStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props)
    const { stage, web, bundles } = props
    const { surroundings } = this
    const authorizer = new HttpAuthorizer(this, 'SignedIn', {
      httpApi: web.httpApi,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: surroundings.userPool.userPoolProviderUrl,
      jwtAudience: [surroundings.userPoolClient.userPoolClientId],
    })

    for (const definition of functions) {
      if (!('operation' in definition.source) && !('routes' in definition.source)) continue
      const fn = new ServiceFunction(this, { definition, stage, surroundings, bundles })
      addRoutes(fn, { httpApi: web.httpApi, authorizer, definition })
    }
  }
}
