import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { buildApp, stackParts, type StackPart } from '#lib/app.ts'
import { inject } from 'vitest'
import { functions } from '#lib/functions.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { parseSettings, type StageSettings } from '#lib/stage-settings.ts'
import { cloudStage, type CloudStage } from '#lib/stages.ts'

/** The settings of a stage as they are committed. */
export const settingsOf = (values: object = {}): StageSettings =>
  parseSettings('test.json', { region: 'eu-west-2', monthlyBudgetDollars: 25, ...values })

export const prodSettings = {
  siteDomain: 'advice.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
  alarmEmail: 'alarms@advice.example',
  mailFrom: 'help@advice.internal',
  reservesConcurrency: true,
}

const folder = inject('assemblies')

const placeholder = (parent: string, file: string, text: string) => {
  mkdirSync(parent, { recursive: true })
  writeFileSync(join(parent, file), text)
}

/**
 * Builds the app of a stage with empty functions and an empty site, because templates do not depend on their content.
 */
export const appOf = (
  stage: CloudStage,
  settings?: object,
  deployed: readonly FunctionDefinition[] = functions,
): App => {
  const functionsFolder = join(folder, 'functions')
  const siteFolder = join(folder, 'web')
  for (const { name } of functions) placeholder(join(functionsFolder, name), 'index.mjs', 'export {}')
  placeholder(join(siteFolder, 'assets'), 'app.js', '')
  return buildApp(cloudStage(stage, settingsOf(settings ?? (stage === 'prod' ? prodSettings : {}))), {
    outdir: mkdtempSync(join(folder, 'cdk.out-')),
    functionsFolder,
    siteFolder,
    functions: deployed,
    // The cdk-nag test and `npm run synth` validate the templates, which takes some seconds for each.
    validate: settings === undefined,
    recordsOrigins: false,
  })
}

/** Synthesizes the templates of a stage with these functions. */
export const synthesize = (
  stage: CloudStage,
  settings?: object,
  deployed?: readonly FunctionDefinition[],
): Record<StackPart, Template> => {
  const app = appOf(stage, settings, deployed)
  const templateOf = (part: StackPart) =>
    Template.fromStack(app.node.findChild(`advice-${stage}-${part}`) as Stack)
  // `fromEntries` loses the type of the keys.
  return Object.fromEntries(stackParts.map((part) => [part, templateOf(part)])) as Record<StackPart, Template>
}

const synthesized = new Map<string, Record<StackPart, Template>>()

/**
 * Returns the templates of a stage with these settings, by default those of `appOf`. They are synthesized once and
 * shared, so do not change them.
 */
export const templatesWith = (stage: CloudStage, settings?: object): Record<StackPart, Template> => {
  const key = JSON.stringify([stage, settings])
  const templates = synthesized.get(key) ?? synthesize(stage, settings)
  synthesized.set(key, templates)
  return templates
}

export const templatesOf = (stage: CloudStage): Record<StackPart, Template> => templatesWith(stage)

export interface Resource {
  readonly Type: string
  readonly DeletionPolicy?: string
  readonly Properties: Record<string, unknown>
}

/** Returns the resources of a type, with their logical ids. */
export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][]
