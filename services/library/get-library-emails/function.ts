import { getLibraryEmails } from '#shared/contract/library-emails.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/get-library-emails',
  source: { operation: getLibraryEmails },
  permissions: { table: ['GetItem'] },
})
