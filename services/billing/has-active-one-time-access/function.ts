import { hasActiveOneTimeAccess } from '../../../shared/contract/passes.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/has-active-one-time-access',
  source: { operation: hasActiveOneTimeAccess },
  needs: {},
  timeoutSeconds: 25,
})
