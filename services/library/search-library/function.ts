import { searchLibrary } from '#shared/contract/library-facts.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/search-library',
  source: { operation: searchLibrary },
  permissions: { table: ['GetItem', 'BatchGetItem'] },
  memoryMb: 1024,
})
