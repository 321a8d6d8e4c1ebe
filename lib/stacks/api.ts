import { HttpAuthorizer, HttpAuthorizerType, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { FunctionDefinition } from '#platform/function.ts'
import { addRoutes } from '../constructs/function-routes.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

interface ApiStackProps extends FunctionStackProps {
  readonly part: ApiPart
}

/** The stacks of functions behind HTTP routes. There are three because a stack holds at most 500 resources. */
export type ApiPart = 'api' | 'members' | 'admin'

/**
 * The stack of each domain. A deployed function must stay in its stack: its names and its route cannot exist in two
 * stacks, and the other stack may be deployed first. So the stack does not depend on anything that changes, such as the
 * caller. Add new domains where there is room, and do not move existing ones.
 */
const partOfDomain: Readonly<Record<string, ApiPart>> = {
  chat: 'api',
  contact: 'api',
  identity: 'api',
  passes: 'api',
  passkeys: 'api',
  site: 'api',
  'stripe-events': 'api',
  account: 'members',
  library: 'members',
  payments: 'members',
  subscriptions: 'members',
  tickets: 'members',
  withdrawals: 'members',
  admin: 'admin',
  inbox: 'admin',
  numbers: 'admin',
  referrals: 'admin',
}

/** Returns the stack of a function, or undefined if no route leads to it. */
const partOf = ({ source, folder }: FunctionDefinition): ApiPart | undefined => {
  if (!('routes' in source) && !('operation' in source)) return undefined
  const [, domain = ''] = folder.split('/')
  const part = partOfDomain[domain]
  if (part === undefined)
    throw new Error(`The domain ${domain} has no stack: add it to partOfDomain in lib/stacks/api.ts.`)
  return part
}

/**
 * Number of functions whose routes CloudFormation creates at the same time. API Gateway accepts 10 management calls a
 * second for all APIs together, and a deployment whose calls are rejected too often fails.
 */
const functionsAtOnce = 5

/** Functions behind HTTP routes. */
export class ApiStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props)
    const { stage, web, bundles, functions, part } = props
    const { sharedResources } = this
    const authorizer = new HttpAuthorizer(this, 'SignedIn', {
      httpApi: web.httpApi,
      // API Gateway rejects a second authorizer of an API with the same name, and CDK's default is the id.
      authorizerName: `signed-in-${part}`,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: `https://${sharedResources.userPool.userPoolProviderName}`,
      jwtAudience: [sharedResources.userPoolClient.userPoolClientId],
    })

    const added: HttpRoute[][] = []
    for (const definition of functions) {
      if (partOf(definition) !== part) continue
      const fn = new ServiceFunction(this, { definition, stage, sharedResources, bundles })
      const routes = addRoutes(fn, { httpApi: web.httpApi, authorizer, definition })
      // CloudFormation creates these routes after the routes of the function `functionsAtOnce` places earlier.
      const awaited = added.at(-functionsAtOnce) ?? []
      for (const route of routes) route.node.addDependency(...awaited)
      added.push(routes)
    }
  }
}
