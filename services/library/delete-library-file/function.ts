import { deleteLibraryFile } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/delete-library-file',
  source: { operation: deleteLibraryFile },
  permissions: { table: ['PutItem', 'DeleteItem'], files: ['DeleteObject'] },
})
