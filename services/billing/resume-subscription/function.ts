import { resumeSubscription } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/resume-subscription',
  source: { operation: resumeSubscription },
  needs: { table: ['PutItem', 'ConditionCheckItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
