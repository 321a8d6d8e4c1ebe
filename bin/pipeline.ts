import { App } from 'aws-cdk-lib'
import { PipelineStack } from '#lib/stacks/pipeline.ts'

/** The roles of the workflows: `npx cdk deploy --app 'npx tsx bin/pipeline.ts' -c repository=owner/name`. */
const app = new App()
const repository: unknown = app.node.tryGetContext('repository')
if (typeof repository !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  console.error('Pass the repository of the workflows: -c repository=owner/name')
  process.exit(1)
}
const region = 'eu-west-2'
new PipelineStack(app, 'advice-pipeline', { repository, region, env: { region } })
