import { setLibraryEmails } from '#shared/contract/library-emails.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/set-library-emails',
  source: { operation: setLibraryEmails },
  permissions: { table: ['UpdateItem', 'ConditionCheckItem'] },
})
