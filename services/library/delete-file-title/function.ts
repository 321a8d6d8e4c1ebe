import { deleteFileTitle } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/delete-file-title',
  source: { operation: deleteFileTitle },
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
})
