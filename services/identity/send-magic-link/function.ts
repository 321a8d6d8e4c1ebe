import { sendMagicLink } from '../../../shared/contract/identity.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/identity/send-magic-link',
  source: { operation: sendMagicLink },
  needs: { table: ['Query', 'QueryIndex', 'PutItem'], site: true },
})
