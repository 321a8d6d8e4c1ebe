import { keys } from '../../services/platform/table/keys.ts'
import { watchUrl } from '../../shared/rules/youtube.ts'
import type { SeedContext } from '../seed-context.ts'
import { type LibraryFile, seedLibrary } from './library/library.ts'
import { type SeedVideo, seedVideos } from './library/videos.ts'
import { seedPeople } from './people.ts'

const putFile = async (context: SeedContext, file: LibraryFile) => {
  const { name, path, title, description, contentType, createdAt, bytes } = file
  await context.putObject(path, bytes, contentType)
  await context.putItem({
    ...keys.libraryFile(name),
    entity: 'libraryFile',
    name,
    size: bytes.length,
    contentType,
    createdAt,
  })
  await context.putItem({
    ...keys.fileTitle(path),
    entity: 'fileTitle',
    path,
    title,
    description,
    created_by: 'seed',
  })
}

const putVideo = (context: SeedContext, { id, title, createdAt, isActive }: SeedVideo) =>
  context.putItem({
    ...keys.mediaLink(id),
    entity: 'mediaLink',
    id,
    provider: 'youtube',
    url: watchUrl(id),
    video_id: id,
    title,
    is_active: isActive,
    created_at: createdAt,
    created_by: 'seed',
  })

/** Fills an empty local cloud: a library that is worth reading, and people to sign in as. */
export const seed = async (context: SeedContext): Promise<void> => {
  await Promise.all(seedLibrary().map((file) => putFile(context, file)))
  await Promise.all(seedVideos.map((video) => putVideo(context, video)))
  // One after the other, so that the list of people stands in the same order each time.
  for (const { as, email } of seedPeople) await context.given(as, email)
}
