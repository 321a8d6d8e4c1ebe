import { addMediaLink } from '../../../shared/contract/library.ts'
import { videoIdOf, watchUrl } from '../../../shared/rules/youtube.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type MediaRepository, mediaRepository } from '../media.repository.ts'

interface Needs {
  readonly media: MediaRepository
}

/** The link is built anew from the video's id: nothing else of what was pasted is kept. */
const handle: Handle<typeof addMediaLink, Needs> = async ({ caller, body, now }, { media }) => {
  const videoId = videoIdOf(body.url)
  if (videoId === undefined) return refused('invalid_video_url')
  const link = {
    id: videoId,
    url: watchUrl(videoId),
    video_id: videoId,
    title: body.title,
    created_at: now.toISOString(),
  }
  await media.add(link, { adminId: caller.userId, now })
  return link
}

const table = new Table()
export const handler = serve(
  addMediaLink,
  handle,
  { media: mediaRepository(table) },
  { table, gate: adminGate },
)
