import { HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { addRoutes } from '../constructs/function-routes.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { functions } from '../functions.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

interface ApiStackProps extends FunctionStackProps {
  /** `admin`: the operations of admins. `public`: all others, the pages of emailed links, and the webhooks. */
  readonly routes: 'admin' | 'public'
}

/** The functions behind HTTP routes. They are in two stacks because a stack holds at most 500 resources. */
export class ApiStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props)
    const { stage, web, bundles, routes } = props
    const { sharedResources } = this
    const authorizer = new HttpAuthorizer(this, 'SignedIn', {
      httpApi: web.httpApi,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: sharedResources.userPool.userPoolProviderUrl,
      jwtAudience: [sharedResources.userPoolClient.userPoolClientId],
    })

    for (const definition of functions) {
      const { source } = definition
      if (!('operation' in source) && !('routes' in source)) continue
      const isAdmin = 'operation' in source && source.operation.caller === 'admin'
      if (isAdmin !== (routes === 'admin')) continue
      const fn = new ServiceFunction(this, { definition, stage, sharedResources, bundles })
      addRoutes(fn, { httpApi: web.httpApi, authorizer, definition })
    }
  }
}
