import { listLibraryFiles } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/list-library-files',
  source: { operation: listLibraryFiles },
  permissions: { table: ['Query'] },
})
