import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Table, type ITable } from 'aws-cdk-lib/aws-dynamodb'
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { quarantineFolder } from '#shared/values/library-path.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { exportAlways } from '../constructs/fixed-exports.ts'
import { uploadsFrom } from '../constructs/library-cors.ts'
import { removalPolicyOf } from '../constructs/removal.ts'
import { LogBucket } from '../constructs/log-bucket.ts'
import { indexNames, ServiceTable } from '../constructs/service-table.ts'
import { deployedSettings } from '../deployed-settings.ts'
import { secretName, type Stage } from '../stages.ts'

export interface DataStackProps extends StackProps {
  readonly stage: Stage
}

/** Resources that hold data: the table, the library bucket and the secrets. */
export class DataStack extends Stack {
  readonly table: ITable
  readonly library: Bucket
  readonly stripeSecretKey: ISecret
  readonly stripeWebhookSecret: ISecret
  readonly guestKeySecret: ISecret
  readonly secondFactorKey: ISecret
  readonly chatIdentityKey: ISecret
  readonly chatWebhookSecret: ISecret
  readonly chatApiAccess: ISecret
  /** Name of the secret that CloudFront sends to the API. */
  readonly originSecretName: string

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props)
    const { stage } = props
    this.table = this.createTable(stage)
    const { output, valueOf } = deployedSettings.restoredTable
    new CfnOutput(this, output, { value: valueOf(stage) })
    this.library = this.createLibrary(stage)
    this.stripeSecretKey = this.createSecret(stage, 'stripe-secret-key', 'Secret key of the Stripe account')
    this.stripeWebhookSecret = this.createSecret(
      stage,
      'stripe-webhook-secret',
      'Signing secrets of the Stripe webhook, newest first, separated by commas',
    )
    this.guestKeySecret = this.createSecret(
      stage,
      'guest-key-secret',
      'Secret that guest keys are derived from',
    )
    this.secondFactorKey = this.createSecret(
      stage,
      'second-factor-key',
      "Key that encrypts the secrets of admins' authenticator apps. A new value requires every admin to set up again",
    )
    this.chatIdentityKey = this.createSecret(
      stage,
      'chat-identity-key',
      'Key that signs chat visitors: the API key of the Tawk.to property, or the HMAC token of the Chatwoot inbox',
    )
    this.chatWebhookSecret = this.createSecret(
      stage,
      'chat-webhook-secret',
      'Signing secrets of the chat webhook, newest first, separated by commas',
    )
    this.chatApiAccess = this.createSecret(
      stage,
      'chat-api-access',
      'Access to the Chatwoot API: account id, inbox id and access token of an administrator, separated by colons',
    )
    this.createSecret(stage, 'origin-secret', 'Proves to the API that a request came through CloudFront')
    this.originSecretName = secretName(stage.name, 'origin-secret')
    this.exportSharedResources()
  }

  /** Resources that this stack exposes to the function stacks. */
  get sharedResources() {
    const { table, library } = this
    const { stripeSecretKey, stripeWebhookSecret, guestKeySecret, secondFactorKey } = this
    const { chatIdentityKey, chatWebhookSecret, chatApiAccess } = this
    return {
      table,
      library,
      stripeSecretKey,
      stripeWebhookSecret,
      guestKeySecret,
      secondFactorKey,
      chatIdentityKey,
      chatWebhookSecret,
      chatApiAccess,
    }
  }

  private exportSharedResources(): void {
    const { table: _, library, ...secrets } = this.sharedResources
    exportAlways(this, [
      library.bucketName,
      library.bucketArn,
      library.bucketRegionalDomainName,
      ...Object.values(secrets).map(({ secretArn }) => secretArn),
    ])
  }

  /**
   * Returns the table that the functions use. After a restore this is the restored table. The original table is kept,
   * and so are its exports, because other stacks import them until they are deployed again.
   */
  private createTable(stage: Stage): ITable {
    const { restoredTable } = stage
    const table = new ServiceTable(this, 'Table', stage)
    exportAlways(this, [table.tableName, table.tableArn, table.tableStreamArn])
    if (restoredTable === undefined) return table
    return Table.fromTableAttributes(this, 'RestoredTable', {
      tableName: restoredTable.name,
      tableStreamArn: restoredTable.streamArn,
      globalIndexes: [...indexNames],
    })
  }

  private createLibrary(stage: Stage): Bucket {
    const logs = new LogBucket(this, 'LibraryLogs', { stage })
    return new Bucket(this, 'Library', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: removalPolicyOf(stage),
      autoDeleteObjects: stage.emptiesBuckets,
      cors: stage.siteUrl === undefined ? [] : [uploadsFrom(stage.siteUrl)],
      serverAccessLogsBucket: logs,
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Uploads stay here until they are checked. After a day they are abandoned. In a versioned bucket, a deletion
        // keeps the content as a former version: of an upload that was rejected, or that is in the library by now.
        {
          prefix: quarantineFolder,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { noncurrentVersionExpiration: Duration.days(90) },
      ],
    })
  }

  private createSecret(stage: Stage, name: string, description: string): ISecret {
    const secret = new Secret(this, name, {
      secretName: secretName(stage.name, name),
      description,
      removalPolicy: removalPolicyOf(stage),
      // Never change this: CloudFormation would overwrite the stored values of all secrets.
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
    })
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'No scheduled rotation: Stripe and the chat provider issue their secrets, and the origin secret must change on both sides in one deployment.',
    })
    return secret
  }
}
