import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/close-passes',
  source: { schedule: 'rate(5 minutes)' },
  needs: { table: ['QueryIndex', 'PutItem', 'ConditionCheckItem'], site: true },
  timeoutSeconds: 60,
  reservedConcurrency: 1,
})
