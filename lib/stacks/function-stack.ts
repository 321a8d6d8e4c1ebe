import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { FunctionDefinition } from '#platform/function.ts'
import type { SharedResources } from '../constructs/permissions.ts'
import type { Stage } from '../stages.ts'
import type { DataStack } from './data.ts'
import type { IdentityStack } from './identity.ts'
import type { WebStack } from './web.ts'

export interface FunctionStackProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly identity: IdentityStack
  readonly web: WebStack
  /** All functions of the stage. A stack creates its own. */
  readonly functions: readonly FunctionDefinition[]
  /** Folder of the function bundles. */
  readonly bundles: string
}

/** A stack of functions that use the resources of the data, identity and web stacks. */
export abstract class FunctionStack extends Stack {
  protected readonly sharedResources: SharedResources & Pick<IdentityStack, 'userPool' | 'userPoolClient'>

  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props)
    const { stage, data, identity, web } = props
    // The functions refer to a secret of that stack by name, which CDK does not detect.
    this.addStackDependency(data)
    const { userPool, userPoolClient } = identity
    this.sharedResources = {
      ...data.sharedResources,
      stage,
      userPool,
      userPoolClient,
      siteUrl: web.siteUrl,
      site: web.site,
    }
  }
}
