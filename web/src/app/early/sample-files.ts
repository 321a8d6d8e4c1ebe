import { listPreviewCount } from '#shared/values/limits.ts'
import type { LibraryFile } from '#web/features/library/items.ts'
import { firstFilesOf } from './first-rows.tsx'

const facts = {
  country: 'england',
  topic: 'deposits',
  lawAsAt: '2026-05-01',
  reviewBy: '2026-11-01',
  whatChanged: 'A sample sentence.',
  whatChangedAt: '2026-05-02T09:00:00.000Z',
} as const

const sampleFile = (number: number, extension: string) => ({
  name: `guides_${number}_Sample.${extension}`,
  title: 'Sample',
  description: null,
  size: 1024,
  createdAt: '2026-05-01T09:00:00.000Z',
  changedAt: '2026-05-02T09:00:00.000Z',
  facts,
})

const extensions = ['pdf', 'png', 'mp4']

/** Returns files of each class, with everything that a row can show, and one more than a list shows at first. */
export const sampleFiles = (): readonly LibraryFile[] =>
  firstFilesOf({
    files: Array.from({ length: listPreviewCount + 1 }, (_, index) =>
      sampleFile(index, extensions[index % extensions.length] ?? 'pdf'),
    ),
    videos: [],
  })
