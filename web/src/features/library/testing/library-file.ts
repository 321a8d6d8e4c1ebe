import type { LibraryFile } from '../items.ts'

/** Returns a Word document of the library: `Letter 3`. */
export const libraryFile = (number: number): LibraryFile => ({
  id: `library/guides_${number}_Letter ${number}.docx`,
  kind: 'guides',
  fileClass: 'other',
  fileName: `Letter ${number}.docx`,
  title: `Letter ${number}`,
  description: 'Shared resource',
  typeName: 'Word document',
  changedAt: '2026-06-01T09:00:00Z',
  size: 1000,
  facts: null,
  hasHistory: false,
})
