import { App, Tags } from 'aws-cdk-lib'
import { readSettings } from '#lib/stage-settings.ts'
import {
  FirewallStack,
  defaultRequestsPerFiveMinutes,
  minRequestsPerFiveMinutes,
} from '#lib/stacks/firewall.ts'
import { isCloudStage } from '#lib/stages.ts'

/** The firewall of a stage: `npx cdk deploy --app 'npx tsx bin/firewall.ts' -c stage=prod [-c requests=3000]`. */
const main = (): void => {
  const app = new App()
  const stage: unknown = app.node.tryGetContext('stage')
  const requests = Number(app.node.tryGetContext('requests') ?? defaultRequestsPerFiveMinutes)
  if (typeof stage !== 'string' || !isCloudStage(stage))
    throw new Error('Pass the stage of the firewall: -c stage=prod')
  if (!Number.isInteger(requests) || requests < minRequestsPerFiveMinutes)
    throw new Error(
      `-c requests=… is a whole number of at least ${minRequestsPerFiveMinutes}, for five minutes.`,
    )
  Tags.of(app).add('service', 'advice')
  Tags.of(app).add('stage', stage)
  new FirewallStack(app, `advice-${stage}-firewall`, {
    stage,
    account: readSettings(stage).account,
    requestsPerFiveMinutes: requests,
  })
}

try {
  main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
