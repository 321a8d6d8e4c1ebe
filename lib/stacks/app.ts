import { App, Stack, Tags } from 'aws-cdk-lib'
import type { FunctionDefinition } from '#platform/function.ts'
import { functions as allFunctions } from '../functions.ts'
import { expireProviderLogs } from '../constructs/provider-logs.ts'
import { ApiStack, type ApiPart } from './api.ts'
import { DataStack } from './data.ts'
import { IdentityStack } from './identity.ts'
import { WebStack } from './web.ts'
import { ContentStack } from './content.ts'
import { OperationsStack } from './operations.ts'
import { tagsOf, type Stage } from '../stages.ts'

/** The stacks of a stage, in the order of their deployment: `advice-<stage>-<part>`. */
export const stackParts = [
  'data',
  'identity',
  'web',
  'api',
  'members',
  'admin',
  'operations',
  'content',
] as const
export type StackPart = (typeof stackParts)[number]

export interface AppOptions {
  /** Folder of the cloud assembly. Default: set by the CDK command line. */
  readonly outdir?: string
  /** Folder of the function bundles. */
  readonly functionsFolder: string
  /** Folder of the built site to upload. Without it, there is no content stack. */
  readonly siteFolder?: string
  /** Default: all. */
  readonly functions?: readonly FunctionDefinition[]
  /** True if CDK validates the templates against CloudFormation's schemas, which takes some seconds. Default: true. */
  readonly validate?: boolean
  /** True if CDK records the tree of constructs and where each was created, for people to read. Default: true. */
  readonly recordsOrigins?: boolean
}

/** CDK feature flags that the app relies on. */
const featureFlags = {
  'aws:cdk:enable-asset-metadata': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-s3:createDefaultLoggingPolicy': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/aws-s3:publicAccessBlockedByDefault': true,
  '@aws-cdk/aws-cloudfront:defaultFunctionRuntimeV2_0': true,
  '@aws-cdk/aws-lambda:useCdkManagedLogGroup': true,
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/core:target-partitions': ['aws'],
  // Prevents the removal of an output that another stack uses.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
}

const withoutStackTraces = { 'aws:cdk:disable-creation-stack-traces': true }

/** Builds all stacks of a stage, ready to synthesize. Needs no network and no credentials. */
export const buildApp = (stage: Stage, options: AppOptions): App => {
  const app = new App({
    outdir: options.outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: options.validate ?? true,
    treeMetadata: options.recordsOrigins ?? true,
    context: { ...featureFlags, ...(options.recordsOrigins === false && withoutStackTraces) },
  })
  const { functionsFolder: bundles, functions = allFunctions } = options
  const propsOf = (part: StackPart) => ({
    stage,
    stackName: `advice-${stage.name}-${part}`,
    env: { account: stage.account, region: stage.region },
    terminationProtection: stage.protectsData,
  })
  const idOf = (part: StackPart) => `advice-${stage.name}-${part}`

  const data = new DataStack(app, idOf('data'), propsOf('data'))
  const identity = new IdentityStack(app, idOf('identity'), {
    ...propsOf('identity'),
    data,
    functions,
    bundles,
  })
  const web = new WebStack(app, idOf('web'), {
    ...propsOf('web'),
    data,
    identity,
  })
  const shared = { data, identity, web, functions, bundles }
  const apiParts: readonly ApiPart[] = ['api', 'members', 'admin']
  const apis = apiParts.map((part) => new ApiStack(app, idOf(part), { ...propsOf(part), ...shared, part }))
  const operations = new OperationsStack(app, idOf('operations'), { ...propsOf('operations'), ...shared })
  if (options.siteFolder !== undefined) {
    const { siteFolder } = options
    const content = new ContentStack(app, idOf('content'), { ...propsOf('content'), web, siteFolder })
    for (const stack of [...apis, operations]) content.addStackDependency(stack)
  }
  for (const stack of app.node.children)
    if (Stack.isStack(stack)) expireProviderLogs(stack, stage.logRetentionDays)

  addTags(app, web, stage)
  return app
}

/**
 * Adds the tags of the stage to all stacks and resources, with two exceptions. CloudFormation does not support tags on
 * dashboards in every region yet. CloudFront rejects new functions with tags, and CloudFormation also gives functions
 * the tags of their stack, so the web stack has none.
 *
 * @see https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/2508
 */
const addTags = (app: App, web: WebStack, stage: Stage): void => {
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard', 'AWS::CloudFront::Function']
  for (const [key, value] of Object.entries(tagsOf(stage))) {
    Tags.of(app).add(key, value, { excludeResourceTypes })
    Tags.of(web).remove(key, { includeResourceTypes: ['aws:cdk:stack'] })
  }
}
