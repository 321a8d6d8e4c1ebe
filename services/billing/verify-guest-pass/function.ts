import { verifyGuestPass } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/verify-guest-pass',
  source: { operation: verifyGuestPass },
  needs: { stripe: ['api'] },
  timeoutSeconds: 25,
})
