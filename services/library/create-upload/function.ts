import { createUpload } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/create-upload',
  source: { operation: createUpload },
  permissions: { table: ['GetItem', 'PutItem'], quarantine: ['PutObject'] },
})
