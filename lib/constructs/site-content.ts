import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Duration, Stack } from 'aws-cdk-lib'
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source, type ISource } from 'aws-cdk-lib/aws-s3-deployment'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { assetsFolder, releasesFolder } from '#shared/values/site-files.ts'
import type { Stage } from '../stages.ts'
import { accountInFinding, acknowledge, importedArnInFinding } from './acknowledge.ts'
import { removalPolicyOf } from './removal.ts'

/**
 * Origin in the built pages. Each deployment replaces it with the site's own origin, so one build serves every stage.
 */
export const originPlaceholder = 'https://site-address.invalid'

export interface SiteContentProps {
  readonly stage: Stage
  /** URL of the site. */
  readonly siteUrl: string
  /** The built site. */
  readonly folder: string
  /** Content of `/config.json`: the stage's configuration for the pages. */
  readonly config: string
  readonly bucket: Bucket
  readonly distribution: IDistribution
}

const cachedForAYear = [
  CacheControl.setPublic(),
  CacheControl.maxAge(Duration.days(365)),
  CacheControl.immutable(),
]
const revalidatedEachTime = [
  CacheControl.setPublic(),
  CacheControl.maxAge(Duration.seconds(0)),
  CacheControl.sMaxAge(Duration.minutes(5)),
  CacheControl.mustRevalidate(),
]

/** The built site, with its own address in the pages. */
const sourceOf = (folder: string, siteUrl: string): ISource => {
  const source = Source.asset(folder)
  return {
    bind: (scope, context) => ({
      ...source.bind(scope, context),
      markers: { [originPlaceholder]: siteUrl },
    }),
  }
}

/**
 * Lists the assets of the built site. `remove-old-assets` keeps the assets of the current release and of the last seven
 * days.
 */
const releaseOf = (folder: string): ISource => {
  const assets = readdirSync(join(folder, assetsFolder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .toSorted()
  const hash = createHash('sha256').update(assets.join()).digest('hex').slice(0, 16)
  return Source.jsonData(`${releasesFolder}${hash}.json`, { assets })
}

/** Uploads the site: first the assets, then the pages that refer to them, with the list of the release. */
export class SiteContent extends Construct {
  constructor(scope: Construct, id: string, props: SiteContentProps) {
    super(scope, id)
    const { stage, folder, siteUrl, config, bucket, distribution } = props
    const site = sourceOf(folder, siteUrl)
    // CDK's own log group for the upload function would outlive the stage.
    const logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    })
    // Old assets are kept, because open pages still request them. `remove-old-assets` deletes them after a week.
    const common = { destinationBucket: bucket, memoryLimit: 512, prune: false, logGroup }
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [site],
      exclude: ['*'],
      include: [`${assetsFolder}*`],
      cacheControl: cachedForAYear,
    })
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [site, Source.data('config.json', config), releaseOf(folder)],
      exclude: [`${assetsFolder}*`],
      cacheControl: revalidatedEachTime,
      distribution,
      distributionPaths: ['/*'],
      // CloudFront sometimes takes longer than CDK waits. It stores pages for five minutes at most, so a late
      // invalidation does no harm.
      waitForDistributionInvalidation: false,
    })
    pages.node.addDependency(assets)
    acknowledgeUploader(pages, bucket)
  }
}

const wildcardsOfUploader = (bucket: Bucket) => {
  return [
    'Action::s3:GetBucket*',
    'Action::s3:GetObject*',
    'Action::s3:List*',
    'Action::s3:Abort*',
    'Action::s3:DeleteObject*',
    'Resource::*',
    `Resource::${importedArnInFinding(bucket)}/*`,
    `Resource::arn:aws:s3:::cdk-hnb659fds-assets-${accountInFinding(bucket)}-${Stack.of(bucket).region}/*`,
  ]
}

/** Acknowledges the findings for CDK's own upload function, whose role and runtime CDK defines. */
const acknowledgeUploader = (deployment: BucketDeployment, bucket: Bucket): void => {
  const uploader = deployment.handlerRole.node.scope
  if (!uploader) throw new Error("CDK's upload function was not found in the construct tree.")
  const reason = "CDK's own upload function, which runs only during deployments. CDK defines its permissions."
  acknowledge(uploader, {
    'AwsSolutions-L1': reason,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      reason,
    ...Object.fromEntries(
      wildcardsOfUploader(bucket).map((found) => [`AwsSolutions-IAM5[${found}]`, reason]),
    ),
  })
}
