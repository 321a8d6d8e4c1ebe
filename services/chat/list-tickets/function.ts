import { listTickets } from '../../../shared/contract/chat.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/chat/list-tickets',
  source: { operation: listTickets },
  needs: {},
})
