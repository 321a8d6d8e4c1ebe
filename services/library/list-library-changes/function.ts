import { listLibraryChanges } from '#shared/contract/library-facts.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/list-library-changes',
  source: { operation: listLibraryChanges },
  permissions: { table: ['QueryIndex', 'GetItem'] },
})
