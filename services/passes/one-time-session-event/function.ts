import { oneTimeSessionEvent } from '#shared/contract/passes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/one-time-session-event',
  source: { operation: oneTimeSessionEvent },
  permissions: { table: ['PutItem', 'ConditionCheckItem'], site: true },
})
