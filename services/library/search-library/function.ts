import { searchLibrary } from '#shared/contract/library-facts.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/search-library',
  source: { operation: searchLibrary },
  permissions: { table: ['GetItem', 'BatchGetItem'] },
  // The first search of an instance reads and unpacks the texts of all files, which takes seconds for a thousand.
  timeoutSeconds: 28,
  memoryMb: 1024,
})
