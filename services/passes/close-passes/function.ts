import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/close-passes',
  source: { schedule: 'rate(5 minutes)' },
  permissions: { table: ['QueryIndex', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], site: true },
  timeoutSeconds: 60,
  reservedConcurrency: 1,
})
