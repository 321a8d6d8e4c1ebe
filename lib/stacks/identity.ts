import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  UserPool,
  UserPoolOperation,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito'
import type { Construct } from 'constructs'
import { minPasswordLength } from '#shared/values/limits.ts'
import type { FunctionDefinition, UserPoolTrigger } from '#platform/function.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { exportAlways } from '../constructs/fixed-exports.ts'
import { protectedRemovalPolicyOf } from '../constructs/removal.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import type { Stage } from '../stages.ts'
import type { DataStack } from './data.ts'

export interface IdentityStackProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly functions: readonly FunctionDefinition[]
  readonly bundles: string
}

const triggerOperations: Readonly<Record<UserPoolTrigger, UserPoolOperation>> = {
  defineAuthChallenge: UserPoolOperation.DEFINE_AUTH_CHALLENGE,
  createAuthChallenge: UserPoolOperation.CREATE_AUTH_CHALLENGE,
  verifyAuthChallengeResponse: UserPoolOperation.VERIFY_AUTH_CHALLENGE_RESPONSE,
  preTokenGeneration: UserPoolOperation.PRE_TOKEN_GENERATION,
}

/** Authentication: the user pool, its client for the site, and the group of admins. */
export class IdentityStack extends Stack {
  readonly userPool: UserPool
  readonly userPoolClient: UserPoolClient

  constructor(scope: Construct, id: string, props: IdentityStackProps) {
    super(scope, id, props)
    // The functions refer to a secret of that stack by name, which CDK does not detect.
    this.addStackDependency(props.data)
    this.userPool = this.createUserPool(props.stage)
    this.userPoolClient = this.createClient()
    new CfnUserPoolGroup(this, 'Admins', {
      userPoolId: this.userPool.userPoolId,
      groupName: 'admin',
      description: 'Users who can use the admin area',
    })
    this.addTriggers(props)
    const { userPoolId, userPoolArn, userPoolProviderName } = this.userPool
    exportAlways(this, [userPoolId, userPoolArn, userPoolProviderName, this.userPoolClient.userPoolClientId])
  }

  private createUserPool(stage: Stage): UserPool {
    const userPool = new UserPool(this, 'UserPool', {
      userPoolName: `advice-${stage.name}`,
      // The cheaper plan, Lite, cannot rotate refresh tokens.
      featurePlan: FeaturePlan.ESSENTIALS,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: false,
      // The service sends its own emailed links, including those to reset a password.
      accountRecovery: AccountRecovery.NONE,
      passwordPolicy: {
        minLength: minPasswordLength,
        requireDigits: false,
        requireLowercase: false,
        requireSymbols: false,
        requireUppercase: false,
      },
      deletionProtection: stage.protectsData,
      removalPolicy: protectedRemovalPolicyOf(stage),
    })
    acknowledge(userPool, {
      'AwsSolutions-COG1':
        'The product requires six characters of any kind; the functions reject the most common passwords.',
      'AwsSolutions-COG2':
        'The second factor of the pool does not cover emailed links. Admins enter one in the admin area instead.',
      'AwsSolutions-COG3':
        'Cognito locks an account for up to 15 minutes after five wrong passwords; the functions limit how many emails they send.',
      'AwsSolutions-COG8': 'The plan Plus adds only threat protection, which the product does not use.',
    })
    return userPool
  }

  private createClient(): UserPoolClient {
    return this.userPool.addClient('Site', {
      userPoolClientName: 'site',
      generateSecret: false,
      disableOAuth: true,
      // `adminUserPassword` accepts calls signed by our own roles only. It is used to check a password.
      authFlows: { userSrp: true, custom: true, adminUserPassword: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      // Each refresh returns a new refresh token. The earlier one stays valid this long, for a response that was lost
      // and for tabs that refresh at the same time. Cognito allows at most 60 seconds. Rotation also removes
      // ALLOW_REFRESH_TOKEN_AUTH.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      // Cognito treats an empty list as "all". If `email` were writable, a user could take over another account.
      writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
    })
  }

  private addTriggers({ stage, data, functions, bundles }: IdentityStackProps): void {
    const sharedResources = { ...data.sharedResources, stage }
    for (const definition of functions) {
      if (!('userPoolTrigger' in definition.source)) continue
      const fn = new ServiceFunction(this, { definition, stage, sharedResources, bundles })
      this.userPool.addTrigger(triggerOperations[definition.source.userPoolTrigger], fn)
    }
  }
}
