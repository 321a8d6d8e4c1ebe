import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const handler = 'with-stage-variables.handler'

/** Adds the variables to the event before it reaches the function's own handler. */
const wrapper = `import { handler as run } from './index.mjs'
const stageVariables = JSON.parse(process.env.STAGE_VARIABLES)
export const handler = (event, context) => run({ ...event, stageVariables }, context)
`

const template = z.looseObject({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) })
const stageResource = z.looseObject({
  Type: z.literal('AWS::ApiGatewayV2::Stage'),
  Properties: z.looseObject({ StageVariables: z.record(z.string(), z.string()) }),
})
const functionResource = z.looseObject({
  Type: z.literal('AWS::Lambda::Function'),
  Metadata: z.looseObject({ 'aws:asset:path': z.string() }),
  Properties: z.looseObject({
    Handler: z.literal('index.handler'),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  }),
})

const pathOf = (assembly: string, stack: string) => join(assembly, `${stack}.template.json`)
const read = (assembly: string, stack: string) =>
  template.parse(JSON.parse(readFileSync(pathOf(assembly, stack), 'utf8')))

/**
 * Passes the stage variables of the API to the functions behind its routes, which MiniStack does not do. Without the
 * variables, functions reject every request, because one of them holds the origin secret. Returns a line about it.
 *
 * @param web stack of the API's stage
 * @param stacks stacks of the functions behind its routes
 */
export const passStageVariables = (assembly: string, web: string, stacks: readonly string[]): string => {
  const stage = Object.values(read(assembly, web).Resources).flatMap(
    (resource) => stageResource.safeParse(resource).data ?? [],
  )
  const STAGE_VARIABLES = JSON.stringify(stage[0]?.Properties.StageVariables ?? {})
  let count = 0
  for (const stack of stacks) {
    const content = read(assembly, stack)
    for (const [id, resource] of Object.entries(content.Resources)) {
      const { data } = functionResource.safeParse(resource)
      if (data === undefined) continue
      writeFileSync(join(assembly, data.Metadata['aws:asset:path'], 'with-stage-variables.mjs'), wrapper)
      const { Variables } = data.Properties.Environment
      const Environment = { Variables: { ...Variables, STAGE_VARIABLES } }
      content.Resources[id] = { ...data, Properties: { ...data.Properties, Handler: handler, Environment } }
      count += 1
    }
    writeFileSync(pathOf(assembly, stack), JSON.stringify(content))
  }
  return `Wrapped ${count} functions: the emulator's HTTP API passes no stage variables, so a wrapper adds them.`
}
