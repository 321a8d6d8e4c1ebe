import * as z from 'zod'
import { operations } from '#shared/contract/index.ts'
import { pathOf, type Operation } from '#shared/contract/operation.ts'
import { commonErrors, apiErrors, type ApiErrorCode } from '#shared/contract/api-errors.ts'

/** Returns the tokens that an operation accepts or requires. */
const securityOf = ({ caller }: Operation) => {
  if (caller === 'anyone') return []
  return caller === 'optionalAuth' ? [{}, { accessToken: [] }] : [{ accessToken: [] }]
}

/** Returns all API errors of an operation, common ones included, sorted by status. */
export const errorsOf = (operation: Operation): ApiErrorCode[] => {
  const common = commonErrors.filter(
    (code) =>
      (code !== 'unauthorized' || operation.caller !== 'anyone') &&
      (code !== 'forbidden' || ['member', 'anyAdmin', 'admin'].includes(operation.caller)) &&
      (code !== 'second_factor_required' || operation.caller === 'admin') &&
      (code !== 'rate_limited' || operation.limits.length > 0),
  )
  return [...new Set([...common, ...operation.errors])].sort(
    (a, b) => apiErrors[a].status - apiErrors[b].status,
  )
}

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const errorResponse = (codes: readonly ApiErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${apiErrors[code].message}`).join(' '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const errorResponses = (operation: Operation) => {
  const codes = errorsOf(operation)
  const withStatus = (wanted: number) => codes.filter((code) => apiErrors[code].status === wanted)
  const statuses = new Set(codes.map((code) => apiErrors[code].status))
  return Object.fromEntries([...statuses].map((status) => [status, errorResponse(withStatus(status))]))
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
      ...errorResponses(operation),
    },
  },
})

/** Returns the whole API as an OpenAPI 3.1 document. */
export const openApi = () => ({
  openapi: '3.1.1',
  info: { title: 'Advice service', version: '1' },
  paths: Object.fromEntries(operations.map((operation) => [pathOf(operation), pathItem(operation)])),
  components: {
    securitySchemes: {
      accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of the user pool.' },
    },
    schemas: {
      Error: schemaOf(
        z.object({ error: z.object({ code: z.enum(Object.keys(apiErrors)), message: z.string() }) }),
        'output',
      ),
    },
  },
})
