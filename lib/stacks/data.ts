import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { BlockPublicAccess, Bucket, HttpMethods, type CorsRule } from 'aws-cdk-lib/aws-s3'
import { Secret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import { LogBucket } from '../constructs/log-bucket.ts'
import type { Stage } from '../stages.ts'

export interface DataStackProps extends StackProps {
  readonly stage: Stage
}

const stringKey = (name: string) => ({ name, type: AttributeType.STRING })

/** The table's indexes, by name. */
export const indexNames = ['gsi1', 'gsi2'] as const

/** What must survive everything else: the table, the library and the secrets. */
export class DataStack extends Stack {
  readonly table: Table
  readonly library: Bucket
  readonly stripeSecretKey: ISecret
  readonly stripeWebhookSecret: ISecret
  readonly guestKeySecret: ISecret
  readonly chatIdentityKey: ISecret
  readonly chatWebhookSecret: ISecret
  /** Text that CloudFormation replaces by the secret which CloudFront shows to the API. */
  readonly originSecret: string

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props)
    const { stage } = props
    const removalPolicy = stage.protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
    this.table = this.createTable(stage, removalPolicy)
    this.library = this.createLibrary(stage, removalPolicy)
    this.stripeSecretKey = this.createSecret(stage, 'stripe-secret-key', 'Secret key of the Stripe account')
    this.stripeWebhookSecret = this.createSecret(
      stage,
      'stripe-webhook-secret',
      'Signing secrets of the Stripe webhook, newest first, separated by commas',
    )
    this.guestKeySecret = this.createSecret(
      stage,
      'guest-key-secret',
      'What the keys of guest passes are made from',
    )
    this.chatIdentityKey = this.createSecret(
      stage,
      'chat-identity-key',
      'What visitors are signed with: the API key of the Tawk.to property, or the HMAC token of the Chatwoot inbox',
    )
    this.chatWebhookSecret = this.createSecret(
      stage,
      'chat-webhook-secret',
      'Signing secrets of the chat webhook, newest first, separated by commas',
    )
    this.createSecret(stage, 'origin-secret', 'Shows the API that a call came through CloudFront')
    this.originSecret = `{{resolve:secretsmanager:/advice/${stage.name}/origin-secret:SecretString}}`
  }

  /** What functions of later stacks use of this one. */
  get surroundings() {
    const { table, library, originSecret } = this
    const { stripeSecretKey, stripeWebhookSecret, guestKeySecret } = this
    const { chatIdentityKey, chatWebhookSecret } = this
    return {
      table,
      library,
      originSecret,
      stripeSecretKey,
      stripeWebhookSecret,
      guestKeySecret,
      chatIdentityKey,
      chatWebhookSecret,
    }
  }

  private createTable(stage: Stage, removalPolicy: RemovalPolicy): Table {
    const table = new Table(this, 'Table', {
      partitionKey: stringKey('pk'),
      sortKey: stringKey('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAtEpochSeconds',
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.protectsData,
      removalPolicy,
    })
    for (const index of indexNames) {
      table.addGlobalSecondaryIndex({
        indexName: index,
        partitionKey: stringKey(`${index}pk`),
        sortKey: stringKey(`${index}sk`),
      })
    }
    return table
  }

  private createLibrary(stage: Stage, removalPolicy: RemovalPolicy): Bucket {
    const logs = new LogBucket(this, 'LibraryLogs', { removalPolicy, keptDays: stage.logRetentionDays })
    return new Bucket(this, 'Library', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy,
      cors: corsFor(stage),
      serverAccessLogsBucket: logs,
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Uploads wait here until they have been checked; what is still here a day later never will be.
        { prefix: 'quarantine/', expiration: Duration.days(1) },
        { noncurrentVersionExpiration: Duration.days(90) },
      ],
    })
  }

  private createSecret(stage: Stage, name: string, description: string): ISecret {
    const secret = new Secret(this, name, {
      secretName: `/advice/${stage.name}/${name}`,
      description,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
    })
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'No rotation by timer: Stripe and the chat issue theirs, and the other one changes on both sides in one deployment.',
    })
    return secret
  }
}

/** Browsers post uploads straight to the bucket and read what they preview, from the site and nowhere else. */
const corsFor = (stage: Stage): CorsRule[] =>
  stage.siteUrl === undefined
    ? []
    : [
        {
          allowedOrigins: [stage.siteUrl],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
          allowedHeaders: ['content-type', 'range'],
          exposedHeaders: ['etag', 'content-length', 'content-range'],
          maxAge: 3600,
        },
      ]
