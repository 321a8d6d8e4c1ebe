import { listFileTitles } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/list-file-titles',
  source: { operation: listFileTitles },
  permissions: { table: ['BatchGetItem'] },
})
