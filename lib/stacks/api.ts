import { Stack, type StackProps } from 'aws-cdk-lib'
import { HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { addRoutes } from '../constructs/function-routes.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { functions } from '../functions.ts'
import type { Stage } from '../stages.ts'
import type { DataStack } from './data.ts'
import type { IdentityStack } from './identity.ts'
import type { WebStack } from './web.ts'

export interface ApiStackProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly identity: IdentityStack
  readonly web: WebStack
  readonly bundles: string
}

/** What the service does when it is asked: a function per operation behind its route, and the pages of links. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props)
    const { stage, data, identity, web, bundles } = props
    // The functions name a secret of that stack in text, which CDK does not see.
    this.addStackDependency(data)
    const { userPool, userPoolClient } = identity
    const surroundings = { ...data.surroundings, stage, userPool, userPoolClient, siteUrl: web.siteUrl }
    const authorizer = new HttpAuthorizer(this, 'SignedIn', {
      httpApi: web.httpApi,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: userPool.userPoolProviderUrl,
      jwtAudience: [userPoolClient.userPoolClientId],
    })

    for (const definition of functions) {
      if (!('operation' in definition.source) && !('routes' in definition.source)) continue
      const fn = new ServiceFunction(this, { definition, stage, surroundings, bundles })
      addRoutes(fn, { httpApi: web.httpApi, authorizer, definition })
    }
  }
}
