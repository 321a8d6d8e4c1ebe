import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Surroundings } from '../constructs/needs.ts'
import type { Stage } from '../stages.ts'
import type { DataStack } from './data.ts'
import type { IdentityStack } from './identity.ts'
import type { WebStack } from './web.ts'

export interface FunctionStackProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly identity: IdentityStack
  readonly web: WebStack
  /** Folder of all bundles. */
  readonly bundles: string
}

/** A stack of functions that may use what all the other stacks have. */
export abstract class FunctionStack extends Stack {
  protected readonly surroundings: Surroundings & Pick<IdentityStack, 'userPool' | 'userPoolClient'>

  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props)
    const { stage, data, identity, web } = props
    // The functions name a secret of that stack in text, which CDK does not see.
    this.addStackDependency(data)
    const { userPool, userPoolClient } = identity
    this.surroundings = { ...data.surroundings, stage, userPool, userPoolClient, siteUrl: web.siteUrl }
  }
}
