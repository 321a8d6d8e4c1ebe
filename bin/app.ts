import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildApp, siteFolder } from '../lib/app.ts'
import { givenBy } from '../lib/given-values.ts'
import { cloudStage } from '../lib/stages.ts'

/** Reads what CDK's command line was given (`-c name=value`); nothing is built from this one. */
const commandLine = new App({ autoSynth: false }).node

const given = givenBy((name) => {
  const value: unknown = commandLine.tryGetContext(name)
  return typeof value === 'string' ? value : undefined
}, process.env)

const app = buildApp(cloudStage(given('stage') ?? 'dev', given), { siteFolder })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
