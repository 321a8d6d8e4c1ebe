import { App } from 'aws-cdk-lib'
import { readSettings } from '#lib/stage-settings.ts'
import { isRepository, pipelineStages, PipelineStack } from '#lib/stacks/pipeline.ts'
import { requireSeparateAccounts } from '#lib/stages.ts'

/**
 * The roles of the workflows of a stage:
 * `npx cdk deploy --app 'npx tsx bin/pipeline.ts' -c stage=prod -c repository=owner@1/name@2`.
 */
const main = (): void => {
  const app = new App()
  const name: unknown = app.node.tryGetContext('stage')
  const repository: unknown = app.node.tryGetContext('repository')
  const stage = pipelineStages.find((one) => one === name)
  if (stage === undefined)
    throw new Error(`Pass the stage of the workflow: -c stage=${pipelineStages.join('|')}`)
  if (typeof repository !== 'string' || !isRepository(repository))
    throw new Error(
      'Pass the repository of the workflows: -c repository=owner@<id>/name@<id>, or owner/name for an older one',
    )
  const settings = { staging: readSettings('staging'), prod: readSettings('prod') }
  requireSeparateAccounts(settings)
  const { account, region, gitHubProviderArn } = settings[stage]
  new PipelineStack(app, `advice-${stage}-pipeline`, {
    stage,
    repository,
    region,
    gitHubProviderArn,
    env: { account, region },
  })
}

try {
  main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
