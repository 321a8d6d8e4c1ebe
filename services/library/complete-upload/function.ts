import { completeUpload } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/complete-upload',
  source: { operation: completeUpload },
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    files: ['PutObject', 'DeleteObject'],
    quarantine: ['GetObject', 'DeleteObject'],
  },
})
