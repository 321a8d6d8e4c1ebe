import { HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { FunctionDefinition } from '#platform/function.ts'
import { addRoutes } from '../constructs/function-routes.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { functions } from '../functions.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

interface ApiStackProps extends FunctionStackProps {
  readonly routes: RouteGroup
}

/**
 * `admin`: the operations of admins. `members`: those of signed-in accounts. `public`: all others, the pages of emailed
 * links, and the webhooks.
 */
type RouteGroup = 'admin' | 'members' | 'public'

const routeGroupOf = ({ source }: FunctionDefinition): RouteGroup | undefined => {
  if ('routes' in source) return 'public'
  if (!('operation' in source)) return undefined
  const { caller } = source.operation
  if (caller === 'admin' || caller === 'anyAdmin') return 'admin'
  return caller === 'signedIn' || caller === 'member' ? 'members' : 'public'
}

/** The functions behind HTTP routes. They are in three stacks because a stack holds at most 500 resources. */
export class ApiStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props)
    const { stage, web, bundles, routes } = props
    const { sharedResources } = this
    const authorizer = new HttpAuthorizer(this, 'SignedIn', {
      httpApi: web.httpApi,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: `https://${sharedResources.userPool.userPoolProviderName}`,
      jwtAudience: [sharedResources.userPoolClient.userPoolClientId],
    })

    for (const definition of functions) {
      if (routeGroupOf(definition) !== routes) continue
      const fn = new ServiceFunction(this, { definition, stage, sharedResources, bundles })
      addRoutes(fn, { httpApi: web.httpApi, authorizer, definition })
    }
  }
}
