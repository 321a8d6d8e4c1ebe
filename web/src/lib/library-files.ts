import { memberListLimit } from '../../../shared/values/limits.ts'
import { call, type CallAnswer } from './call.ts'

/** The names of all files of the library, in order: the server gives them by the page. Throws `CallError`. */
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

type FileTitle = CallAnswer<'list-file-titles'>['data'][number]

/** The titles and descriptions that these paths carry, by path. Throws `CallError`. */
export const fileTitles = async (paths: readonly string[]): Promise<ReadonlyMap<string, FileTitle>> => {
  const starts = Array.from(
    { length: Math.ceil(paths.length / memberListLimit) },
    (_, i) => i * memberListLimit,
  )
  const answers = await Promise.all(
    starts.map((start) => call('list-file-titles', { paths: paths.slice(start, start + memberListLimit) })),
  )
  return new Map(answers.flatMap(({ data }) => data).map((title) => [title.path, title]))
}
