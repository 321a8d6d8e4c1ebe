import { isUserSubscribed } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/is-user-subscribed',
  source: { operation: isUserSubscribed },
  needs: {},
  timeoutSeconds: 25,
})
