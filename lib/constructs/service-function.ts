import { join } from 'node:path'
import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LayerVersion,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
  type ILayerVersion,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { RegionInfo } from 'aws-cdk-lib/region-info'
import type { Construct } from 'constructs'
import { libraryFolder, quarantineFolder } from '#shared/values/library-path.ts'
import { assetsFolder, releasesFolder } from '#shared/values/site-files.ts'
import { readsSecrets } from '#platform/env.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import type { Stage } from '../stages.ts'
import { accountInFinding, acknowledge, importedArnInFinding } from './acknowledge.ts'
import { removalPolicyOf } from './removal.ts'
import { environmentOf, statementsFor, type SharedResources } from './permissions.ts'

export interface ServiceFunctionProps {
  readonly definition: FunctionDefinition
  readonly stage: Stage
  readonly sharedResources: SharedResources
  /** Folder of the function bundles. */
  readonly bundles: string
  /** Receives the events of asynchronous invocations that failed every attempt. Default: Lambda discards them. */
  readonly deadLetterQueue?: IQueue
}

/** A Lambda function with its own role and log group, and exactly the permissions of its definition. */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, props: ServiceFunctionProps) {
    const { definition, stage, sharedResources, bundles, deadLetterQueue } = props
    const { name, permissions } = definition
    const functionName = `advice-${stage.name}-${name}`
    const logGroup = new LogGroup(scope, `${name}-logs`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    })
    const role = new Role(scope, `${name}-role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Permissions of ${name}`,
    })
    super(scope, name, {
      functionName,
      description: `${definition.folder} in stage ${stage.name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(bundles, name)),
      role,
      environment: environmentOf(definition, sharedResources),
      timeout: Duration.seconds(definition.timeoutSeconds),
      memorySize: definition.memoryMb,
      reservedConcurrentExecutions: stage.reservesConcurrency ? definition.reservedConcurrency : undefined,
      layers: readsSecrets(permissions) ? [secretsExtension(scope, name)] : [],
      tracing: Tracing.ACTIVE,
      deadLetterQueue,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
    })
    logGroup.grantWrite(role)
    for (const statement of statementsFor(permissions, sharedResources))
      role.addToPolicy(new PolicyStatement(statement))
    acknowledgeWildcards(role, definition, sharedResources)
  }
}

/** AWS's layer that reads secrets and caches them between invocations. */
const secretsExtension = (scope: Construct, name: string): ILayerVersion => {
  const { region } = Stack.of(scope)
  const arn = RegionInfo.get(region).paramsAndSecretsLambdaLayerArn('1.0.103', 'arm64')
  if (!arn) throw new Error(`AWS has no Parameters and Secrets extension in ${region}.`)
  return LayerVersion.fromLayerVersionArn(scope, `${name}-secrets-extension`, arn)
}

const acknowledgeWildcards = (
  role: Role,
  { permissions }: FunctionDefinition,
  { library, site, stage, table }: SharedResources,
): void => {
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]': 'X-Ray and ListStreams do not support resource-level permissions.',
  })
  if (permissions.email && stage.emailsFromSandbox) {
    const { region } = Stack.of(table)
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::arn:aws:ses:${region}:${accountInFinding(role)}:identity/*]`]:
        'In the sandbox, SES checks the identity of each recipient. The condition limits the sender.',
    })
  }
  const folders = [
    ...(permissions.files ? [{ bucket: library, folder: libraryFolder }] : []),
    ...(permissions.quarantine ? [{ bucket: library, folder: quarantineFolder }] : []),
    ...(permissions.siteFiles && site
      ? [assetsFolder, releasesFolder].map((folder) => ({ bucket: site, folder }))
      : []),
  ]
  for (const { bucket, folder } of folders)
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::${importedArnInFinding(bucket)}/${folder}*]`]:
        'The names of uploaded files are not known in advance.',
    })
}
