import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/warn-expiring-passes',
  // Hourly, so that the last warning comes a whole day before the end.
  source: { schedule: 'rate(1 hour)' },
  permissions: { table: ['QueryIndex', 'PutItem', 'ConditionCheckItem'], guestKeys: true, site: true },
  timeoutSeconds: 300,
  reservedConcurrency: 1,
})
