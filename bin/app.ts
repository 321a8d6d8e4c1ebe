import { AwsSolutionsChecks } from 'cdk-nag'
import { App, Validations } from 'aws-cdk-lib'
import { buildApp } from '../lib/app.ts'
import { siteFolder } from '../lib/app.ts'
import { cloudStage, givenBy } from '../lib/stages.ts'

/** CDK's command line hands its context to a fresh app; the stage decides what the real one is built from. */
const given = givenBy((name) => new App().node.tryGetContext(name), process.env)
const app = buildApp(cloudStage(given('stage') ?? 'dev', given), { siteFolder })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
