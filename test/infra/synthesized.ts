import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { buildApp } from '../../lib/app.ts'
import { inject } from 'vitest'
import { functions } from '../../lib/functions.ts'
import { cloudStage, type CloudStage } from '../../lib/stages.ts'

export const givenValues: Readonly<Record<string, string>> = {
  siteDomain: 'advice.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
  alarmEmail: 'alarms@advice.example',
}

const folder = inject('assemblies')

const placeholder = (parent: string, file: string, text: string) => {
  mkdirSync(parent, { recursive: true })
  writeFileSync(join(parent, file), text)
}

/** The app of a stage over empty functions and an empty site: templates do not depend on what is in them. */
export const appOf = (stage: CloudStage): App => {
  const functionsFolder = join(folder, 'functions')
  const siteFolder = join(folder, 'web')
  for (const { name } of functions) placeholder(join(functionsFolder, name), 'index.mjs', 'export {}')
  placeholder(join(siteFolder, 'assets'), 'app.js', '')
  const given = stage === 'prod' ? givenValues : {}
  return buildApp(
    cloudStage(stage, (name) => given[name]),
    {
      outdir: mkdtempSync(join(folder, 'cdk.out-')),
      functionsFolder,
      siteFolder,
    },
  )
}

export const parts = ['data', 'identity', 'web', 'api', 'operations'] as const
export type Part = (typeof parts)[number]

const synthesize = (stage: CloudStage): Record<Part, Template> => {
  const app = appOf(stage)
  const templateOf = (part: Part) =>
    Template.fromStack(app.node.findChild(`advice-${stage}-${part}`) as Stack)
  return {
    data: templateOf('data'),
    identity: templateOf('identity'),
    web: templateOf('web'),
    api: templateOf('api'),
    operations: templateOf('operations'),
  }
}

const synthesized = new Map<CloudStage, Record<Part, Template>>()

/** Templates of all stacks of a stage: synthesized once, to be read only. */
export const templatesOf = (stage: CloudStage): Record<Part, Template> => {
  const templates = synthesized.get(stage) ?? synthesize(stage)
  synthesized.set(stage, templates)
  return templates
}

export interface Resource {
  readonly Type: string
  readonly DeletionPolicy?: string
  readonly Properties: Record<string, unknown>
}

/** Resources of a type in a template, by logical id. */
export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][]
