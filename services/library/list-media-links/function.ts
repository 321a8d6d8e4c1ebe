import { listMediaLinks } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/list-media-links',
  source: { operation: listMediaLinks },
  permissions: {},
})
