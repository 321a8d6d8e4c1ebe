import { App, Tags } from 'aws-cdk-lib'
import {
  FirewallStack,
  defaultRequestsPerFiveMinutes,
  firewallRegion,
  minRequestsPerFiveMinutes,
} from '#lib/stacks/firewall.ts'
import { isCloudStage } from '#lib/stages.ts'

/** The firewall of a stage: `npx cdk deploy --app 'npx tsx bin/firewall.ts' -c stage=prod [-c requests=3000]`. */
const app = new App()
const stage: unknown = app.node.tryGetContext('stage')
const requests = Number(app.node.tryGetContext('requests') ?? defaultRequestsPerFiveMinutes)
if (typeof stage !== 'string' || !isCloudStage(stage)) {
  console.error('Pass the stage of the firewall: -c stage=prod')
  process.exit(1)
}
if (!Number.isInteger(requests) || requests < minRequestsPerFiveMinutes) {
  console.error(`-c requests=… is a whole number of at least ${minRequestsPerFiveMinutes}, for five minutes.`)
  process.exit(1)
}
Tags.of(app).add('service', 'advice')
Tags.of(app).add('stage', stage)
new FirewallStack(app, `advice-${stage}-firewall`, {
  stage,
  requestsPerFiveMinutes: requests,
  env: { region: firewallRegion },
})
