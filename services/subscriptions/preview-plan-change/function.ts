import { previewPlanChange } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/preview-plan-change',
  source: { operation: previewPlanChange },
  permissions: { stripe: ['api'] },
  timeoutSeconds: 25,
})
