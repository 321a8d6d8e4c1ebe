import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildApp, siteFolder } from '#lib/app.ts'
import { configSource } from '#lib/config-source.ts'
import { cloudStage } from '#lib/stages.ts'

/** Reads the CDK command line (`-c name=value`). Nothing is built from this app. */
const commandLine = new App({ autoSynth: false }).node

const config = configSource((name) => {
  const value: unknown = commandLine.tryGetContext(name)
  return typeof value === 'string' ? value : undefined
}, process.env)

const app = buildApp(cloudStage(config('stage') ?? 'dev', config), { siteFolder })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
