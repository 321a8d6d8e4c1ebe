import { getAccess } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/get-access',
  source: { operation: getAccess },
  needs: { userPool: ['AdminListGroupsForUser'] },
  timeoutSeconds: 25,
})
