import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { SiteContent } from '../constructs/site-content.ts'
import type { Stage } from '../stages.ts'
import type { WebStack } from './web.ts'

export interface ContentStackProps extends StackProps {
  readonly stage: Stage
  readonly web: WebStack
  /** Folder of the built site. */
  readonly siteFolder: string
}

/** The pages. They are deployed after the functions that they call, and only if those were deployed successfully. */
export class ContentStack extends Stack {
  constructor(scope: Construct, id: string, props: ContentStackProps) {
    super(scope, id, props)
    const { stage, web, siteFolder } = props
    const { siteUrl, config, site, distribution } = web
    new SiteContent(this, 'Content', {
      stage,
      folder: siteFolder,
      siteUrl,
      config,
      bucket: site,
      distribution,
    })
  }
}
