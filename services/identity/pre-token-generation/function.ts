import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/pre-token-generation',
  source: { userPoolTrigger: 'preTokenGeneration' },
  permissions: { table: ['Query', 'UpdateItem'] },
  timeoutSeconds: 5,
})
