import { askFollowUp } from '#shared/contract/tickets.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/tickets/ask-follow-up',
  source: { operation: askFollowUp },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
})
