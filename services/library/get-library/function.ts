import { getLibrary } from '#shared/contract/library-facts.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/get-library',
  source: { operation: getLibrary },
  permissions: {},
})
