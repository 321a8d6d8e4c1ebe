import { submitContact } from '#shared/contract/contact.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/contact/submit-contact',
  source: { operation: submitContact },
  permissions: { table: ['PutItem', 'Query'] },
})
