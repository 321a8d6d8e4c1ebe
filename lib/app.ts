import { join } from 'node:path'
import { App, Tags } from 'aws-cdk-lib'
import { functionsFolder, projectRoot } from './bundle-functions.ts'
import { ApiStack } from './stacks/api.ts'
import { DataStack } from './stacks/data.ts'
import { IdentityStack } from './stacks/identity.ts'
import { WebStack } from './stacks/web.ts'
import { OperationsStack } from './stacks/operations.ts'
import type { Stage } from './stages.ts'

export const siteFolder = join(projectRoot, 'dist', 'web')

export interface AppOptions {
  /** Where the cloud assembly is written; CDK's command line gives its own. */
  readonly outdir?: string
  /** Where the bundles of the functions are. */
  readonly functionsFolder?: string
  /** The built site that is to be uploaded; without it, none is. */
  readonly siteFolder?: string
  /** Whether CDK holds the templates against CloudFormation's schemas, which takes some seconds. It does unless told. */
  readonly validate?: boolean
}

/** Settings of CDK that the app relies on, wherever it is synthesized. */
const settings = {
  'aws:cdk:enable-asset-metadata': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-s3:createDefaultLoggingPolicy': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/aws-s3:publicAccessBlockedByDefault': true,
  '@aws-cdk/aws-cloudfront:defaultFunctionRuntimeV2_0': true,
  '@aws-cdk/aws-lambda:useCdkManagedLogGroup': true,
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/core:target-partitions': ['aws'],
  // A stack whose output another one uses cannot drop it unnoticed.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
}

/** Everything that a stage consists of, ready to synthesize. Needs neither network nor credentials. */
export const buildApp = (stage: Stage, options: AppOptions = {}): App => {
  const app = new App({
    outdir: options.outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: options.validate ?? true,
    context: settings,
  })
  const bundles = options.functionsFolder ?? functionsFolder
  const propsOf = (part: string) => ({
    stage,
    stackName: `advice-${stage.name}-${part}`,
    env: { region: stage.region },
    terminationProtection: stage.protectsData,
  })
  const idOf = (part: string) => `advice-${stage.name}-${part}`

  const data = new DataStack(app, idOf('data'), propsOf('data'))
  const identity = new IdentityStack(app, idOf('identity'), { ...propsOf('identity'), data, bundles })
  const web = new WebStack(app, idOf('web'), {
    ...propsOf('web'),
    data,
    identity,
    siteFolder: options.siteFolder,
  })
  new ApiStack(app, idOf('api'), { ...propsOf('api'), data, identity, web, bundles })
  new OperationsStack(app, idOf('operations'), {
    ...propsOf('operations'),
    data,
    identity,
    web,
    bundles,
  })

  // Dashboards take tags since lately only, and not in every region.
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard']
  Tags.of(app).add('service', 'advice', { excludeResourceTypes })
  Tags.of(app).add('stage', stage.name, { excludeResourceTypes })
  return app
}
