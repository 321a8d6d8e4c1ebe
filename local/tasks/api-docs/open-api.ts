import * as z from 'zod'
import { operations } from '../../../shared/contract/index.ts'
import { pathOf, type Operation } from '../../../shared/contract/operation.ts'
import { commonRefusals, refusals, type RefusalCode } from '../../../shared/contract/refusals.ts'

/** Which tokens a caller of each kind must show. */
const securityOf = ({ caller }: Operation) => {
  if (caller === 'anyone') return []
  return caller === 'eitherWay' ? [{}, { accessToken: [] }] : [{ accessToken: [] }]
}

/** The refusals that this operation can answer, in order of status. */
export const refusalsOf = (operation: Operation): RefusalCode[] => {
  const common = commonRefusals.filter(
    (code) =>
      (code !== 'unauthorized' || operation.caller !== 'anyone') &&
      (code !== 'forbidden' || operation.caller === 'member' || operation.caller === 'admin') &&
      (code !== 'rate_limited' || operation.limits.length > 0),
  )
  return [...new Set([...common, ...operation.refusals])].sort(
    (a, b) => refusals[a].status - refusals[b].status,
  )
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const failureOf = (codes: readonly RefusalCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join(' '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

const failuresOf = (operation: Operation) => {
  const codes = refusalsOf(operation)
  const withStatus = (wanted: number) => codes.filter((code) => refusals[code].status === wanted)
  const statuses = new Set(codes.map((code) => refusals[code].status))
  return Object.fromEntries([...statuses].map((status) => [status, failureOf(withStatus(status))]))
}

const pathItem = (operation: Operation) => ({
  post: {
    operationId: operation.name,
    summary: operation.summary,
    'x-caller': operation.caller,
    'x-limits': operation.limits,
    security: securityOf(operation),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(operation.body, 'input') } },
    },
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: schemaOf(operation.ok, 'output') } },
      },
      ...failuresOf(operation),
    },
  },
})

/** The whole API as an OpenAPI 3.1 document, made from the contract. */
export const openApi = () => ({
  openapi: '3.1.1',
  info: { title: 'Advice service', version: '1' },
  paths: Object.fromEntries(operations.map((operation) => [pathOf(operation), pathItem(operation)])),
  components: {
    securitySchemes: {
      accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of the user pool.' },
    },
    schemas: {
      Failure: schemaOf(
        z.object({ error: z.object({ code: z.enum(Object.keys(refusals)), message: z.string() }) }),
        'output',
      ),
    },
  },
})
