import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { type LibraryKind, libraryFolder } from '#shared/values/library-path.ts'
import { docx, xlsx } from '../formats/office.ts'
import { pdf } from '../formats/pdf.ts'
import { scaleCard } from '../formats/scale-card.ts'
import { type Entry, titleOf } from './entry.ts'
import { guidesForEngland } from './guides-england.ts'
import { guidesForSharedHomes } from './guides-shared-homes.ts'
import { guidesForWales } from './guides-wales.ts'
import { templates } from './templates.ts'

export interface LibraryFile {
  /** `guides_<timestamp>_<original name>`, like an uploaded file. */
  readonly name: string
  readonly path: string
  readonly title: string
  readonly description: string
  readonly facts: LibraryFacts
  readonly contentType: string
  readonly createdAt: string
  readonly bytes: Buffer
}

const office = 'application/vnd.openxmlformats-officedocument'
const formats: Readonly<Record<string, { contentType: string; write: (entry: Entry) => Buffer }>> = {
  pdf: { contentType: 'application/pdf', write: (entry) => pdf({ ...entry, title: titleOf(entry) }) },
  docx: {
    contentType: `${office}.wordprocessingml.document`,
    write: (entry) => docx({ ...entry, title: titleOf(entry) }),
  },
  xlsx: {
    contentType: `${office}.spreadsheetml.sheet`,
    write: (entry) => xlsx(titleOf(entry), entry.rows ?? []),
  },
  png: { contentType: 'image/png', write: scaleCard },
}

/** Upload time of the first file. The others follow hourly, so that names are the same in every run. */
const firstUpload = Date.UTC(2026, 5, 1, 9)
const hourMs = 3_600_000

const fileOf =
  (kind: LibraryKind, uploadedBefore: number) =>
  (entry: Entry, index: number): LibraryFile => {
    const extension = entry.file.slice(entry.file.lastIndexOf('.') + 1)
    const format = formats[extension]
    if (format === undefined) throw new Error(`Unknown file format .${extension}: ${entry.file}`)
    const uploadedAt = firstUpload + (uploadedBefore + index) * hourMs
    const name = `${kind}_${uploadedAt}_${entry.file}`
    return {
      name,
      path: `${libraryFolder}${name}`,
      title: titleOf(entry),
      description: entry.description,
      facts: entry.facts,
      contentType: format.contentType,
      createdAt: new Date(uploadedAt).toISOString(),
      bytes: format.write(entry),
    }
  }

/** Creates the files of the seeded library. The result is the same each time. */
export const seedLibrary = (): LibraryFile[] => {
  const guides = [...guidesForEngland, ...guidesForWales, ...guidesForSharedHomes]
  return [...guides.map(fileOf('guides', 0)), ...templates.map(fileOf('templates', guides.length))]
}
