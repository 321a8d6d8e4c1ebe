import { listTickets } from '#shared/contract/tickets.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/tickets/list-tickets',
  source: { operation: listTickets },
  permissions: { table: ['BatchGetItem'] },
})
