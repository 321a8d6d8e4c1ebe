import { deleteMediaLink } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/delete-media-link',
  source: { operation: deleteMediaLink },
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
})
