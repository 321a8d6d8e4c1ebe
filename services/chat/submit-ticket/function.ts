import { submitTicket } from '../../../shared/contract/chat.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/chat/submit-ticket',
  source: { operation: submitTicket },
  needs: { table: ['PutItem', 'ConditionCheckItem'], site: true },
})
