import { searchLibrary } from '#shared/contract/library-facts.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/search-library',
  source: { operation: searchLibrary },
  permissions: { table: ['GetItem', 'BatchGetItem'] },
  // The first search of an instance reads and prepares the texts of all files: about ten seconds for 6,000.
  timeoutSeconds: 28,
  // With this memory, Lambda gives a whole processor.
  memoryMb: 1769,
})
