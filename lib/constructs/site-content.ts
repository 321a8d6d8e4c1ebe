import { Duration } from 'aws-cdk-lib'
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'

export interface SiteContentProps {
  /** The built site. */
  readonly folder: string
  /** Text of `/config.json`, which tells the pages where they are. */
  readonly config: string
  readonly bucket: IBucket
  readonly distribution: IDistribution
}

/** Uploads the site: assets first, and the pages that name them once they are all there. */
export class SiteContent extends Construct {
  constructor(scope: Construct, id: string, { folder, config, bucket, distribution }: SiteContentProps) {
    super(scope, id)
    const common = { destinationBucket: bucket, memoryLimit: 512 }
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(folder)],
      exclude: ['*'],
      include: ['assets/*'],
      // A page that is open while we deploy still asks for the assets it was built with.
      prune: false,
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.days(365)),
        CacheControl.immutable(),
      ],
    })
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [Source.asset(folder), Source.data('config.json', config)],
      exclude: ['assets/*'],
      prune: false,
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.seconds(0)),
        CacheControl.mustRevalidate(),
      ],
      distribution,
      distributionPaths: ['/*'],
    })
    pages.node.addDependency(assets)
  }
}
