import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/finish-library-files',
  source: { schedule: 'rate(5 minutes)' },
  permissions: {
    table: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    files: ['PutObject', 'DeleteObject'],
    quarantine: ['GetObject', 'DeleteObject'],
  },
  timeoutSeconds: 60,
  reservedConcurrency: 1,
})
