import { addMediaLink } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/add-media-link',
  source: { operation: addMediaLink },
  permissions: { table: ['GetItem', 'PutItem'] },
})
