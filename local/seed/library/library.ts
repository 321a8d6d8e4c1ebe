import { type LibraryKind, libraryFolder } from '../../../shared/values/library-path.ts'
import { docx, xlsx } from '../formats/office.ts'
import { pdf } from '../formats/pdf.ts'
import { scaleCard } from '../formats/scale-card.ts'
import { type Entry, titleOf } from './entry.ts'
import { guidesForEngland } from './guides-england.ts'
import { guidesForSharedHomes } from './guides-shared-homes.ts'
import { guidesForWales } from './guides-wales.ts'
import { templates } from './templates.ts'

export interface LibraryFile {
  /** `guides_<timestamp>_<original name>`, as an upload would have named it. */
  readonly name: string
  readonly path: string
  readonly title: string
  readonly description: string
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

/** The first file was uploaded then, and one more each hour: names do not change from run to run. */
const firstUpload = Date.UTC(2026, 5, 1, 9)
const hourMs = 3_600_000

const made =
  (kind: LibraryKind, uploadedBefore: number) =>
  (entry: Entry, index: number): LibraryFile => {
    const ending = entry.file.slice(entry.file.lastIndexOf('.') + 1)
    const format = formats[ending]
    if (format === undefined) throw new Error(`Nothing writes files that end in .${ending}: ${entry.file}`)
    const uploadedAt = firstUpload + (uploadedBefore + index) * hourMs
    const name = `${kind}_${uploadedAt}_${entry.file}`
    return {
      name,
      path: `${libraryFolder}${name}`,
      title: titleOf(entry),
      description: entry.description,
      contentType: format.contentType,
      createdAt: new Date(uploadedAt).toISOString(),
      bytes: format.write(entry),
    }
  }

/** The files of the seeded library, made afresh: they are small, and the same each time. */
export const seedLibrary = (): LibraryFile[] => {
  const guides = [...guidesForEngland, ...guidesForWales, ...guidesForSharedHomes]
  return [...guides.map(made('guides', 0)), ...templates.map(made('templates', guides.length))]
}
