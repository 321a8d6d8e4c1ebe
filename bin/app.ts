import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildApp } from '#lib/stacks/app.ts'
import { nearestTo } from '#lib/nearest.ts'
import { readStage } from '#lib/stages.ts'
import { buildAssets, emptyAssets } from './tasks/deploy/assets.ts'

/** Reads the CDK command line (`-c name=value`). Nothing is built from this app. */
const context: Readonly<Record<string, unknown>> = new App({ autoSynth: false }).node.getAllContext()

/**
 * Rejects settings on the command line: they belong in the stage's file, where the next deployment finds them. Names of
 * CDK's own settings contain a colon.
 */
const rejectSettings = (): void => {
  const unknown = Object.keys(context).find((name) => name !== 'stage' && !name.includes(':'))
  if (unknown === undefined) return
  const nearest = nearestTo(unknown, ['stage'])
  throw new Error(
    nearest
      ? `-c ${unknown} is unknown; did you mean -c ${nearest}?`
      : `-c ${unknown} is unknown: settings are in stages/<name>.json, so that no deployment loses them.`,
  )
}

/**
 * Returns whether the command needs assets. CDK lists the stacks that do, and the list is empty for `cdk list` and `cdk
 * destroy`.
 */
const needsAssets = (): boolean => {
  const stacks = context['aws:cdk:bundling-stacks']
  return !Array.isArray(stacks) || stacks.length > 0
}

const main = async (): Promise<void> => {
  rejectSettings()
  const name = context['stage']
  const stage = readStage(typeof name === 'string' ? name : 'dev')
  const app = buildApp(stage, needsAssets() ? await buildAssets() : await emptyAssets())
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
