import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/site/remove-old-assets',
  source: { schedule: 'cron(15 4 * * ? *)' },
  permissions: { siteFiles: ['ListBucket', 'GetObject', 'DeleteObject'] },
  timeoutSeconds: 120,
  reservedConcurrency: 1,
})
