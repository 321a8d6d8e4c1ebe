import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/index-library-file',
  source: {
    stream: {
      entity: 'library_file',
      events: ['INSERT', 'MODIFY'],
      alarm: 'LibraryTextDeadLetters',
      severity: 'warning',
    },
  },
  permissions: { table: ['PutItem', 'ConditionCheckItem'], files: ['GetObject'] },
  timeoutSeconds: 60,
  memoryMb: 1024,
})
