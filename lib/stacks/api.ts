import { Stack, type StackProps } from 'aws-cdk-lib'
import { HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { alarmOnCounts } from '../constructs/count-alarms.ts'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { addRoutes } from '../constructs/function-routes.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { runBySchedule } from '../constructs/scheduled.ts'
import { consumeStream } from '../constructs/stream-consumer.ts'
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

/** What the service does: a function per operation behind its route, and those that the table calls. */
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
    const alarms = new AlarmTopic(this, 'Alarms', { email: stage.alarmEmail })

    alarmOnCounts(this, { stage, alarms })
    for (const definition of functions) {
      if ('userPoolTrigger' in definition.source) continue
      const fn = new ServiceFunction(this, { definition, stage, surroundings, bundles })
      if ('stream' in definition.source) {
        consumeStream(fn, { table: data.table, entity: definition.source.stream.entity, alarms })
      } else if ('schedule' in definition.source) {
        runBySchedule(fn, {
          name: `advice-${stage.name}-${definition.name}`,
          expression: definition.source.schedule,
          alarms,
        })
      } else {
        addRoutes(fn, { httpApi: web.httpApi, authorizer, definition })
      }
    }
  }
}
