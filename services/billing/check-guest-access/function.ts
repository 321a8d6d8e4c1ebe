import { checkGuestAccess } from '../../../shared/contract/passes.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/check-guest-access',
  source: { operation: checkGuestAccess },
  needs: { table: ['GetItem', 'UpdateItem'] },
  timeoutSeconds: 25,
})
