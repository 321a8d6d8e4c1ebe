import { createDownload } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/create-download',
  source: { operation: createDownload },
  permissions: { table: ['GetItem', 'PutItem'], files: ['GetObject'], site: true },
})
