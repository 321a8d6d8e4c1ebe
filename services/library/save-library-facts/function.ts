import { saveLibraryFacts } from '#shared/contract/library-facts.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/save-library-facts',
  source: { operation: saveLibraryFacts },
  permissions: { table: ['GetItem', 'PutItem', 'ConditionCheckItem'] },
})
