import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { type Operation, pathOf } from '#shared/contract/operation.ts'

const response = z.object({
  headers: z.record(z.string(), z.unknown()).optional(),
  content: z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) }),
})

const document = z
  .object({
    paths: z.record(z.string(), z.object({ post: z.object({ responses: z.record(z.string(), response) }) })),
    components: z.object({
      schemas: z.record(z.string(), z.unknown()),
      responses: z.record(z.string(), response),
    }),
  })
  .parse(JSON.parse(readFileSync('docs/openapi.json', 'utf8')))

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** Converts a schema of the document, with the components that it refers to. */
const schemaFrom = (schema: object): z.ZodType => {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema)
}

const bodyOf = (found: z.infer<typeof response>): z.ZodType =>
  schemaFrom(found.content['application/json'].schema)

/** Schemas by operation and status: the conversion takes longer than a check. */
const bodies = new Map<string, z.ZodType>()

/** Returns the schema of an operation's response in docs/openapi.json. Throws if the status is not documented. */
export const documentedBody = (operation: Pick<Operation, 'name'>, status: number): z.ZodType => {
  const found = document.paths[pathOf(operation)]?.post.responses[status]
  if (found === undefined) throw new Error(`docs/openapi.json has no ${status} for ${operation.name}`)
  const body = bodies.get(`${operation.name} ${status}`) ?? bodyOf(found)
  bodies.set(`${operation.name} ${status}`, body)
  return body
}

/** Returns the schema of the response to unknown paths in docs/openapi.json. */
export const documentedUnknownPath = (): z.ZodType => {
  const found = document.components.responses['UnknownPath']
  if (found === undefined) throw new Error('docs/openapi.json has no response for unknown paths')
  return bodyOf(found)
}

/** The error that API Gateway generates itself, as documented. */
export const documentedGatewayError = (): z.ZodType => schemaFrom({ $ref: '#/$defs/GatewayError' })
