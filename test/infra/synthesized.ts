import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { buildApp } from '#lib/app.ts'
import { inject } from 'vitest'
import { functions } from '#lib/functions.ts'
import { cloudStage, type CloudStage } from '#lib/stages.ts'

export const configValues: Readonly<Record<string, string>> = {
  siteDomain: 'advice.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
  alarmEmail: 'alarms@advice.example',
}

const folder = inject('assemblies')

const placeholder = (parent: string, file: string, text: string) => {
  mkdirSync(parent, { recursive: true })
  writeFileSync(join(parent, file), text)
}

/** Builds the app of a stage with empty functions and an empty site, because templates do not depend on their content. */
export const appOf = (stage: CloudStage): App => {
  const functionsFolder = join(folder, 'functions')
  const siteFolder = join(folder, 'web')
  for (const { name } of functions) placeholder(join(functionsFolder, name), 'index.mjs', 'export {}')
  placeholder(join(siteFolder, 'assets'), 'app.js', '')
  const config = stage === 'prod' ? configValues : {}
  return buildApp(
    cloudStage(stage, (name) => config[name]),
    {
      outdir: mkdtempSync(join(folder, 'cdk.out-')),
      functionsFolder,
      siteFolder,
    },
  )
}

export const parts = ['data', 'identity', 'web', 'api', 'members', 'admin', 'operations'] as const
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
    members: templateOf('members'),
    admin: templateOf('admin'),
    operations: templateOf('operations'),
  }
}

const synthesized = new Map<CloudStage, Record<Part, Template>>()

/** Returns the templates of a stage. They are synthesized once and shared, so do not change them. */
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

/** Returns the resources of a type, with their logical ids. */
export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][]
