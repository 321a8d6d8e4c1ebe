import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { buildApp, stackParts, type StackPart } from '#lib/stacks/app.ts'
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

/** The settings of a stage that tests use unless they name others. */
const defaultSettingsOf = (stage: CloudStage): object => (stage === 'prod' ? prodSettings : {})

const folder = inject('assemblies')

const functionsFolder = join(folder, 'functions')
const siteFolder = join(folder, 'web')

const placeholder = (parent: string, file: string, text: string) => {
  mkdirSync(parent, { recursive: true })
  writeFileSync(join(parent, file), text)
}

// All apps use the same empty functions and site, because templates do not depend on their content.
for (const { name } of functions) placeholder(join(functionsFolder, name), 'index.mjs', 'export {}')
placeholder(join(siteFolder, 'assets'), 'app.js', '')

interface AppOptions {
  readonly deployed?: readonly FunctionDefinition[]
  readonly validate?: boolean
}

/**
 * Builds the app of a stage with empty functions and an empty site. CDK validates the templates only if asked, which
 * takes some seconds for each stage.
 */
export const appOf = (
  stage: CloudStage,
  settings = defaultSettingsOf(stage),
  { deployed = functions, validate = false }: AppOptions = {},
): App =>
  buildApp(cloudStage(stage, settingsOf(settings)), {
    outdir: mkdtempSync(join(folder, 'cdk.out-')),
    functionsFolder,
    siteFolder,
    functions: deployed,
    validate,
    recordsOrigins: false,
  })

/** Synthesizes the templates of a stage, by default with all functions. */
export const synthesize = (
  stage: CloudStage,
  settings: object,
  options?: AppOptions,
): Record<StackPart, Template> => {
  const app = appOf(stage, settings, options)
  const templateOf = (part: StackPart) =>
    Template.fromStack(app.node.findChild(`advice-${stage}-${part}`) as Stack)
  // `fromEntries` loses the type of the keys.
  return Object.fromEntries(stackParts.map((part) => [part, templateOf(part)])) as Record<StackPart, Template>
}

const synthesized = new Map<string, Record<StackPart, Template>>()

/**
 * Returns the templates of a stage with these settings. They are synthesized once and shared, so do not change them.
 * Templates of the default settings are also validated.
 */
export const templatesWith = (stage: CloudStage, settings: object): Record<StackPart, Template> => {
  const key = JSON.stringify(settings)
  const validate = key === JSON.stringify(defaultSettingsOf(stage))
  const templates = synthesized.get(stage + key) ?? synthesize(stage, settings, { validate })
  synthesized.set(stage + key, templates)
  return templates
}

/** Returns the templates of a stage with the default settings. */
export const templatesOf = (stage: CloudStage): Record<StackPart, Template> =>
  templatesWith(stage, defaultSettingsOf(stage))

export interface Resource {
  readonly Type: string
  readonly DeletionPolicy?: string
  readonly Properties: Record<string, unknown>
}

/** Returns the resources of a type, with their logical ids. */
export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][]
