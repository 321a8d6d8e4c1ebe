import { oneTimeSessionEvent } from '../../../shared/contract/passes.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/one-time-session-event',
  source: { operation: oneTimeSessionEvent },
  needs: { table: ['PutItem', 'ConditionCheckItem'], site: true },
  timeoutSeconds: 25,
})
