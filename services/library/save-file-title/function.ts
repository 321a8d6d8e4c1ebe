import { saveFileTitle } from '#shared/contract/library.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/save-file-title',
  source: { operation: saveFileTitle },
  permissions: { table: ['GetItem', 'PutItem', 'ConditionCheckItem'] },
})
