import { addMediaLink } from '#shared/contract/library.ts'
import { videoIdOf, watchUrl } from '#shared/rules/youtube.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type MediaRepository, mediaRepository } from '../media.repository.ts'

export interface Dependencies {
  readonly media: MediaRepository
}

/** Stores a link built from the video id. Nothing else of the submitted address is kept. */
export const handle: Handle<typeof addMediaLink, Dependencies> = async ({ caller, body, now }, deps) => {
  const videoId = videoIdOf(body.url)
  if (videoId === undefined) return apiError('invalid_video_url')
  const video = { id: videoId, url: watchUrl(videoId), video_id: videoId, title: body.title }
  return deps.media.add(video, { adminId: caller.userId, now })
}

const table = new Table()
export const handler = serve(
  addMediaLink,
  handle,
  { media: mediaRepository(table) },
  { table, guard: adminGuard },
)
