import { join } from 'node:path'
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
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
import { RegionInfo } from 'aws-cdk-lib/region-info'
import type { Construct } from 'constructs'
import { libraryFolder, quarantineFolder } from '../../shared/values/library-path.ts'
import type { FunctionDefinition } from '../../services/platform/function.ts'
import type { Stage } from '../stages.ts'
import { acknowledge } from './acknowledge.ts'
import { environmentOf, readsSecrets, statementsFor, type Surroundings } from './needs.ts'

export interface ServiceFunctionProps {
  readonly definition: FunctionDefinition
  readonly stage: Stage
  readonly surroundings: Surroundings
  /** Folder of all bundles. */
  readonly bundles: string
}

/** One function with its own role, its own log group and nothing that its definition does not ask for. */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, { definition, stage, surroundings, bundles }: ServiceFunctionProps) {
    const { name, needs } = definition
    const functionName = `advice-${stage.name}-${name}`
    const logGroup = new LogGroup(scope, `${name}-logs`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    const role = new Role(scope, `${name}-role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${name} may touch`,
    })
    super(scope, name, {
      functionName,
      description: `${definition.folder} in stage ${stage.name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(bundles, name), { exclude: ['*.map'] }),
      role,
      environment: environmentOf(definition, surroundings),
      timeout: Duration.seconds(definition.timeoutSeconds),
      memorySize: definition.memoryMb,
      reservedConcurrentExecutions: definition.reservedConcurrency,
      layers: readsSecrets(needs) ? [secretsExtension(scope, name)] : [],
      tracing: Tracing.ACTIVE,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
    })
    logGroup.grantWrite(role)
    for (const statement of statementsFor(needs, surroundings))
      role.addToPolicy(new PolicyStatement(statement))
    acknowledgeWildcards(role, definition, surroundings)
  }
}

/** AWS's own layer that fetches a secret once and keeps it between calls. */
const secretsExtension = (scope: Construct, name: string): ILayerVersion => {
  const { region } = Stack.of(scope)
  const arn = RegionInfo.get(region).paramsAndSecretsLambdaLayerArn('1.0.103', 'arm64')
  if (!arn) throw new Error(`AWS offers no Parameters and Secrets extension in ${region}.`)
  return LayerVersion.fromLayerVersionArn(scope, `${name}-secrets-extension`, arn)
}

const acknowledgeWildcards = (role: Role, { needs }: FunctionDefinition, { library }: Surroundings): void => {
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]':
      'X-Ray and the list of streams have no resources that a policy could name.',
  })
  if (!needs.files && !needs.quarantine) return
  const data = Stack.of(library)
  const { 'Fn::ImportValue': arn } = data.resolve(data.exportValue(library.bucketArn)) as Record<
    string,
    string
  >
  const folders = [...(needs.files ? [libraryFolder] : []), ...(needs.quarantine ? [quarantineFolder] : [])]
  for (const folder of folders)
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::${arn}/${folder}*]`]: 'Files are named by those who upload them.',
    })
}
