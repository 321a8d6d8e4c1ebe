import { HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { addRoutes } from '../constructs/function-routes.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { functions } from '../functions.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

/** The functions behind HTTP routes: one per operation, the pages of emailed links, and the webhooks. */
export class ApiStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props)
    const { stage, web, bundles } = props
    const { sharedResources } = this
    const authorizer = new HttpAuthorizer(this, 'SignedIn', {
      httpApi: web.httpApi,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: sharedResources.userPool.userPoolProviderUrl,
      jwtAudience: [sharedResources.userPoolClient.userPoolClientId],
    })

    for (const definition of functions) {
      if (!('operation' in definition.source) && !('routes' in definition.source)) continue
      const fn = new ServiceFunction(this, { definition, stage, sharedResources, bundles })
      addRoutes(fn, { httpApi: web.httpApi, authorizer, definition })
    }
  }
}
