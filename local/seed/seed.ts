import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { keys } from '#platform/table/keys.ts'
import { watchUrl } from '#shared/rules/youtube.ts'
import { type LibraryFile, seedLibrary } from './library/library.ts'
import { type SeedVideo, seedVideos } from './library/videos.ts'
import { seedAccounts, type SeedAccount } from './accounts.ts'

/** Operations that the seed needs to fill a local cloud. */
export interface SeedContext {
  /** Stores an object in the library bucket. */
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Stores an item in the table. */
  putItem(item: Readonly<Record<string, unknown>>): Promise<void>
  /** Creates an account in the given state. */
  createAccount(as: SeedAccount['as'], email: string): Promise<unknown>
}

const putFile = async (context: SeedContext, file: LibraryFile) => {
  const { name, path, title, description, facts, contentType, createdAt, bytes } = file
  await context.putObject(path, bytes, contentType)
  await context.putItem({
    ...keys.libraryFile(name),
    entity: 'library_file',
    name,
    size: bytes.length,
    content_type: contentType,
    created_at: createdAt,
  })
  await context.putItem({
    ...keys.fileTitle(path),
    entity: 'file_title',
    path,
    title,
    description,
    created_by: 'seed',
  })
  await putFacts(context, { item: path, facts, createdAt })
}

interface SeedFacts {
  readonly item: string
  readonly facts: LibraryFacts
  readonly createdAt: string
}

/**
 * Stores the facts about the law that an item of the library states, with their first version, dated when the item was
 * created.
 */
const putFacts = async (context: SeedContext, { item, facts, createdAt }: SeedFacts) => {
  await context.putItem({
    ...keys.libraryFacts(item),
    entity: 'library_facts',
    item,
    country: facts.country,
    topic: facts.topic,
    law_as_at: facts.lawAsAt,
    review_by: facts.reviewBy,
    what_changed: facts.whatChanged,
    what_changed_at: facts.whatChanged === null ? null : createdAt,
  })
  await context.putItem({
    ...keys.libraryChange(createdAt, item),
    ...keys.libraryChangesOf(item, createdAt),
    entity: 'library_change',
    item,
    at: createdAt,
    what_changed: facts.whatChanged,
    law_as_at: facts.lawAsAt,
  })
}

const putVideo = async (context: SeedContext, { id, title, facts, createdAt, isActive }: SeedVideo) => {
  await putFacts(context, { item: id, facts, createdAt })
  await context.putItem({
    ...keys.mediaLink(id),
    entity: 'media_link',
    id,
    provider: 'youtube',
    url: watchUrl(id),
    video_id: id,
    title,
    is_active: isActive,
    created_at: createdAt,
    created_by: 'seed',
  })
}

/** Fills an empty local cloud with a library and with accounts to sign in to. */
export const seed = async (context: SeedContext): Promise<void> => {
  await Promise.all(seedLibrary().map((file) => putFile(context, file)))
  await Promise.all(seedVideos.map((video) => putVideo(context, video)))
  // One after the other, so that admins see the accounts in the same order each time.
  for (const { as, email } of seedAccounts) await context.createAccount(as, email)
}
