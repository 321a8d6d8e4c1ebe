import { memberListLimit } from '#shared/values/limits.ts'
import { call, type CallResult } from './call.ts'

/** Returns the names of all files of the library, in order. Loads every page of the list. Throws `CallError`. */
export const libraryFileNames = async (): Promise<string[]> => {
  const names: string[] = []
  let after: string | undefined
  do {
    const { data, next } = await call('list-library-files', { after })
    names.push(...data.map(({ name }) => name))
    after = next
  } while (after !== undefined)
  return names
}

type FileTitle = CallResult<'list-file-titles'>['data'][number]

/** Returns the saved titles and descriptions of the given paths, by path. Throws `CallError`. */
export const fileTitles = async (paths: readonly string[]): Promise<ReadonlyMap<string, FileTitle>> => {
  const starts = Array.from(
    { length: Math.ceil(paths.length / memberListLimit) },
    (_, i) => i * memberListLimit,
  )
  const results = await Promise.all(
    starts.map((start) => call('list-file-titles', { paths: paths.slice(start, start + memberListLimit) })),
  )
  return new Map(results.flatMap(({ data }) => data).map((title) => [title.path, title]))
}
