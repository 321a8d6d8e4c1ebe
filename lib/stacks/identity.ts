import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnUserPoolGroup,
  ClientAttributes,
  UserPool,
  UserPoolOperation,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito'
import type { Construct } from 'constructs'
import { minPasswordLength } from '../../shared/values/limits.ts'
import type { UserPoolTrigger } from '../../services/platform/function.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { functions } from '../functions.ts'
import type { Stage } from '../stages.ts'
import type { DataStack } from './data.ts'

export interface IdentityStackProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly bundles: string
}

const triggerOperations: Readonly<Record<UserPoolTrigger, UserPoolOperation>> = {
  defineAuthChallenge: UserPoolOperation.DEFINE_AUTH_CHALLENGE,
  createAuthChallenge: UserPoolOperation.CREATE_AUTH_CHALLENGE,
  verifyAuthChallengeResponse: UserPoolOperation.VERIFY_AUTH_CHALLENGE_RESPONSE,
  preTokenGeneration: UserPoolOperation.PRE_TOKEN_GENERATION,
}

/** Who people are: the user pool, the site's client of it, the group of admins. */
export class IdentityStack extends Stack {
  readonly userPool: UserPool
  readonly userPoolClient: UserPoolClient

  constructor(scope: Construct, id: string, props: IdentityStackProps) {
    super(scope, id, props)
    // The functions name a secret of that stack in text, which CDK does not see.
    this.addStackDependency(props.data)
    this.userPool = this.createUserPool(props.stage)
    this.userPoolClient = this.createClient()
    new CfnUserPoolGroup(this, 'Admins', {
      userPoolId: this.userPool.userPoolId,
      groupName: 'admin',
      description: 'Those who may use the admin area',
    })
    this.addTriggers(props)
  }

  private createUserPool(stage: Stage): UserPool {
    const userPool = new UserPool(this, 'UserPool', {
      userPoolName: `advice-${stage.name}`,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: false,
      // Links that people are mailed are our own, for every purpose.
      accountRecovery: AccountRecovery.NONE,
      passwordPolicy: {
        minLength: minPasswordLength,
        requireDigits: false,
        requireLowercase: false,
        requireSymbols: false,
        requireUppercase: false,
      },
      deletionProtection: stage.protectsData,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    acknowledge(userPool, {
      'AwsSolutions-COG1':
        'The product accepts six characters of any kind; the functions refuse the passwords that everybody tries first.',
      'AwsSolutions-COG2':
        'Members are landlords who sign in rarely and by mailed link when they forget; a second factor is not part of the product.',
      'AwsSolutions-COG3':
        'The pool locks an account after five wrong passwords, for up to 15 minutes; the functions limit what they mail.',
      'AwsSolutions-COG8': 'The paid plan adds threat protection only, which the pool does not use.',
    })
    return userPool
  }

  private createClient(): UserPoolClient {
    return this.userPool.addClient('Site', {
      userPoolClientName: 'site',
      generateSecret: false,
      disableOAuth: true,
      // `adminUserPassword` takes calls that are signed by a role of ours only: it tries a new password.
      authFlows: { userSrp: true, custom: true, adminUserPassword: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      // Cognito takes an empty list for "all". Were `email` writable, anyone could take over another's records.
      writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
    })
  }

  private addTriggers({ stage, data, bundles }: IdentityStackProps): void {
    const surroundings = { ...data.surroundings, stage }
    for (const definition of functions) {
      if (!('userPoolTrigger' in definition.source)) continue
      const fn = new ServiceFunction(this, { definition, stage, surroundings, bundles })
      this.userPool.addTrigger(triggerOperations[definition.source.userPoolTrigger], fn)
    }
  }
}
