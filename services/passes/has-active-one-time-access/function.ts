import { hasActiveOneTimeAccess } from '#shared/contract/passes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/has-active-one-time-access',
  source: { operation: hasActiveOneTimeAccess },
  permissions: {},
})
