import * as z from 'zod'
import { operations } from '#shared/contract/index.ts'
import { isPublic, pathOf, type Operation } from '#shared/contract/operation.ts'
import { commonErrors, apiErrors, gatewayErrors, type ApiErrorCode } from '#shared/contract/api-errors.ts'

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

const ref = (name: 'Error' | 'GatewayError') => ({ $ref: `#/components/schemas/${name}` })

const headers = {
  RequestId: { schema: { type: 'string' }, description: 'Identifies the request in the logs.' },
  GatewayRequestId: {
    schema: { type: 'string' },
    description: 'Identifies the request in the logs. API Gateway sends it with every response.',
  },
  RetryAfter: {
    schema: { type: 'integer' },
    description: 'Seconds to wait. API Gateway does not send it with its own errors.',
  },
}
const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

/** Returns whether API Gateway can generate this status itself for an operation. Only it checks the token's scope. */
const isFromGateway = (status: number, operation: Operation): boolean =>
  gatewayErrors[status] !== undefined && !(isPublic(operation) && (status === 401 || status === 403))

const errorResponse = (status: number, codes: readonly ApiErrorCode[], gateway: boolean) => {
  const schemas = [...(codes.length > 0 ? [ref('Error')] : []), ...(gateway ? [ref('GatewayError')] : [])]
  const [onlySchema] = schemas
  return {
    description: [
      ...codes.map((code) => `\`${code}\`: ${apiErrors[code].message}`),
      ...(gateway ? ["Or API Gateway's own error."] : []),
    ].join(' '),
    headers: {
      ...(codes.length > 0 ? { 'x-request-id': headerRef('RequestId') } : {}),
      ...(gateway ? { 'apigw-requestid': headerRef('GatewayRequestId') } : {}),
      ...(status === 429 ? { 'retry-after': headerRef('RetryAfter') } : {}),
    },
    content: { 'application/json': { schema: schemas.length > 1 ? { anyOf: schemas } : onlySchema } },
  }
}

const errorResponses = (operation: Operation) => {
  const codes = errorsOf(operation)
  const gatewayStatuses = Object.keys(gatewayErrors)
    .map(Number)
    .filter((status) => isFromGateway(status, operation))
  const statuses = [...new Set([...codes.map((code) => apiErrors[code].status), ...gatewayStatuses])]
  return Object.fromEntries(
    statuses
      .toSorted((a, b) => a - b)
      .map((status) => [
        status,
        errorResponse(
          status,
          codes.filter((code) => apiErrors[code].status === status),
          gatewayStatuses.includes(status),
        ),
      ]),
  )
}

const pathItem = (operation: Operation) => ({
  post: {
    operationId: operation.name,
    summary: operation.summary,
    'x-caller': operation.caller,
    'x-limits': operation.limits,
    security: securityOf(operation),
    requestBody: {
      // An empty body is read as an empty object.
      required: !z.safeParse(operation.body, {}).success,
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
      GatewayError: {
        ...schemaOf(z.strictObject({ message: z.string() }), 'output'),
        description:
          'An error that API Gateway generates itself before a function runs. It cannot be changed. The pages convert it to the error of the same status.',
      },
    },
    headers,
    responses: {
      UnknownPath: {
        ...errorResponse(404, ['not_found'], false),
        description: 'Any other path under `/functions`, `/auth`, `/webhooks` or `/d`, and any other method.',
      },
    },
  },
})
