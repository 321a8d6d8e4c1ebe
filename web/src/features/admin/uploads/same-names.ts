import { libraryFolder, type LibraryKind, originalName, safeFileName } from '#shared/values/library-path.ts'
import { numberText } from '#web/lib/number-text.ts'
import { notify } from '#web/ui/toast.ts'
import { isKnownAsDeleted } from './tab-deletions.ts'
import { uploadQueue } from './upload-queue.ts'
import { hasFailed } from './upload.ts'

/** Returns the names of the listed files of a kind, and of those that this tab is uploading or has just added. */
const namesOf = (kind: LibraryKind, listed: ReadonlySet<string> | undefined): ReadonlySet<string> => {
  const prefix = `${libraryFolder}${kind}_`
  const uploads = uploadQueue
    .get()
    .filter(
      (upload) =>
        upload.kind === kind &&
        upload.replaces === undefined &&
        !hasFailed(upload) &&
        !isKnownAsDeleted(upload.sentAs?.path ?? ''),
    )
  return new Set([
    ...[...(listed ?? [])]
      .filter((path) => path.startsWith(prefix))
      .map((path) => originalName(path.slice(libraryFolder.length))),
    ...uploads.map(({ file }) => safeFileName(file.name)),
  ])
}

const textOf = (count: number, kind: LibraryKind): string =>
  count === 1
    ? `1 file has the same name as one of the ${kind}`
    : `${numberText(count)} files have the same names as other ${kind}`

/**
 * Shows a notice if files have the name of others of their kind. An admin who repeats an interrupted upload would
 * otherwise add the files a second time without noticing.
 *
 * @param listed paths of the files that the page lists
 */
export const reportSameNames = (
  kind: LibraryKind,
  files: readonly File[],
  listed: ReadonlySet<string> | undefined,
): void => {
  const names = namesOf(kind, listed)
  const count = files.filter(({ name }) => names.has(safeFileName(name))).length
  if (count === 0) return
  notify({
    title: textOf(count, kind),
    description:
      'The upload adds another file of the same name. To change a file instead, cancel its upload and press Replace in the list.',
    durationMs: Infinity,
  })
}
