import { submitTicket } from '#shared/contract/tickets.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/tickets/submit-ticket',
  source: { operation: submitTicket },
  permissions: { table: ['PutItem', 'ConditionCheckItem'], site: true },
})
