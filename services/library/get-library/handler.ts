import { getLibrary } from '#shared/contract/library-facts.ts'
import { libraryFolder } from '#shared/values/library-path.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type FactsRepository, factsRepository } from '../facts.repository.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { type MediaRepository, mediaRepository } from '../media.repository.ts'
import { type TitleRepository, titleRepository } from '../title.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
  readonly titles: TitleRepository
  readonly media: MediaRepository
  readonly facts: FactsRepository
}

/** Returns the later of two times: of the file or video, and of the sentence about what changed in it. */
const latest = (time: string, sentence: string | null | undefined): string =>
  sentence && sentence > time ? sentence : time

/** The guard admits subscribers and admins only, so a caller without a subscription is an admin. */
export const handle: Handle<typeof getLibrary, Dependencies> = async ({ caller, now }, deps) => {
  const [files, titles, facts, videos] = await Promise.all([
    deps.library.listFiles(),
    deps.titles.listAll(),
    deps.facts.listAll(),
    deps.media.list({ includeInactive: !isAccountSubscribed(caller, now) }),
  ])
  return {
    files: files.map((file) => {
      const path = libraryFolder + file.name
      const { title = null, description = null } = titles.get(path) ?? {}
      return {
        name: file.name,
        title,
        description,
        size: file.size,
        createdAt: file.created_at,
        changedAt: latest(file.replaced_at ?? file.created_at, facts.get(path)?.whatChangedAt),
        facts: facts.get(path) ?? null,
      }
    }),
    videos: videos.map((video) => ({
      ...video,
      changedAt: latest(video.changed_at ?? video.created_at, facts.get(video.id)?.whatChangedAt),
      facts: facts.get(video.id) ?? null,
    })),
  }
}

const table = new Table()
export const handler = serve(
  getLibrary,
  handle,
  {
    library: libraryRepository(table),
    titles: titleRepository(table),
    media: mediaRepository(table),
    facts: factsRepository(table),
  },
  { table, guard: memberGuard },
)
