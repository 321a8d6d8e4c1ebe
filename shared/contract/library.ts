import * as z from 'zod/mini'
import { isMisleadingName, libraryKinds, libraryPathPattern } from '../values/library-path.ts'
import { maxThumbnailCharacters, memberListLimit } from '../values/limits.ts'
import { nothing, optionalLine, optionalText } from './fields.ts'
import { operation } from './operation.ts'

export const libraryPath = z
  .string()
  .check(z.regex(libraryPathPattern, 'Please choose a file from the library'))

export const listLibraryFiles = operation({
  name: 'list-library-files',
  summary: 'Lists library files in order of name: up to 200 for members, 100 for admins.',
  caller: 'member',
  body: z.looseObject({
    /** Names after this one are returned. Default: from the first. */
    after: z.optional(z.string().check(z.maxLength(300))),
  }),
  ok: z.object({
    data: z.array(z.object({ name: z.string() })),
    /** Value of `after` for the next page. Absent on the last page. */
    next: z.optional(z.string()),
  }),
})

export const fileTitle = z.object({
  path: z.string(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
})

export const listFileTitles = operation({
  name: 'list-file-titles',
  summary: 'Returns the titles and descriptions of the given paths. Leaves out paths without one.',
  caller: 'member',
  body: z.object({ paths: z.array(libraryPath).check(z.maxLength(memberListLimit)) }),
  ok: z.object({ data: z.array(fileTitle) }),
})

export const createDownload = operation({
  name: 'create-download',
  summary:
    'Returns a signed link to a file, valid for an hour for members and a minute for admins. Office files also get a link to an online viewer.',
  caller: 'member',
  body: z.object({
    path: libraryPath,
    /** With true, the browser saves the file instead of showing it. */
    save: z._default(z.boolean(), false),
    /**
     * With true, the link is to the small image of a picture. For a picture without one, the link is to the picture
     * itself.
     */
    thumbnail: z._default(z.boolean(), false),
  }),
  ok: z.object({ url: z.url(), viewUrl: z.optional(z.url()) }),
  errors: ['not_found'],
})

export const createUpload = operation({
  name: 'create-upload',
  summary:
    'Returns a form to upload one file to storage, and the path of the file once the upload is complete. A file that replaces another keeps its path, title, facts and history.',
  caller: 'admin',
  body: z.object({
    kind: z.enum(libraryKinds),
    name: z
      .string()
      .check(z.minLength(1, 'Please choose a file'), z.maxLength(1024, 'The file name is too long')),
    /** MIME type reported by the browser. Empty if unknown. */
    type: z.string().check(z.maxLength(200)),
    /** In bytes. */
    size: z.int().check(z.minimum(1, 'The file is empty')),
    /** Path of the file that this one replaces. Both must have the same extension. */
    replaces: z.optional(libraryPath),
  }),
  ok: z.object({
    url: z.url(),
    fields: z.record(z.string(), z.string()),
    path: z.string(),
    /** ISO time. Send it with `complete-upload`. */
    startedAt: z.string(),
  }),
  errors: ['file_rejected', 'not_found'],
})

export const completeUpload = operation({
  name: 'complete-upload',
  summary:
    'Checks an uploaded file and adds it to the library, or replaces the file at its path. Deletes it if its content does not match its type.',
  caller: 'admin',
  body: z.object({
    path: libraryPath,
    /** Time from `create-upload`. It distinguishes this upload from an earlier one to the same path. */
    startedAt: z.optional(z.iso.datetime()),
    /** A small image of the picture: a JPEG in base64. Ignored for other files. */
    thumbnail: z.optional(
      z.base64().check(z.maxLength(maxThumbnailCharacters, 'The thumbnail is too large')),
    ),
  }),
  ok: z.object({ path: z.string() }),
  errors: ['not_found', 'file_rejected', 'item_changed', 'upload_busy'],
})

export const deleteLibraryFile = operation({
  name: 'delete-library-file',
  summary: 'Deletes a file from the library, with its title, description and facts.',
  caller: 'admin',
  body: z.object({ path: libraryPath }),
  ok: z.object({}),
})

/** A title is shown in place of the file name, so it follows the same rule. */
const title = optionalLine(200).check(
  z.refine((text) => text === null || !isMisleadingName(text), 'Please remove control characters'),
)

/** The title and description that the admin saw. Null if there were none. */
const seenTitle = z.optional(
  z.nullable(
    z.object({
      title: z.nullable(z.string().check(z.maxLength(200))),
      description: z.nullable(z.string().check(z.maxLength(1000))),
    }),
  ),
)

export const saveFileTitle = operation({
  name: 'save-file-title',
  summary:
    'Sets the title and description of a file. With `seen`, a text that the admin did not change keeps its value, and nothing is saved if another admin has meanwhile given a changed one another value.',
  caller: 'admin',
  body: z.object({ path: libraryPath, title, description: optionalText(1000), seen: seenTitle }),
  ok: fileTitle,
  errors: ['not_found', 'item_changed'],
})

export const deleteFileTitle = operation({
  name: 'delete-file-title',
  summary:
    'Deletes the title and description of a file, so that its file name is shown again. With `seen`, nothing is deleted if another admin has meanwhile changed them.',
  caller: 'admin',
  body: z.object({ path: libraryPath, seen: seenTitle }),
  ok: z.object({}),
  errors: ['item_changed'],
})

export const mediaLink = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  url: z.string(),
  video_id: z.nullable(z.string()),
  created_at: z.iso.datetime(),
})
export type MediaLink = z.infer<typeof mediaLink>

export const listMediaLinks = operation({
  name: 'list-media-links',
  summary: 'Lists the YouTube videos, newest first. Members see active videos, admins see all.',
  caller: 'member',
  body: nothing,
  ok: z.object({ data: z.array(mediaLink) }),
})

export const addMediaLink = operation({
  name: 'add-media-link',
  summary:
    'Adds a YouTube video. If it exists already, updates its title, or keeps it if the request has none.',
  caller: 'admin',
  body: z.object({ url: z.string().check(z.maxLength(2048)), title: optionalLine(200) }),
  ok: z.extend(mediaLink, { outcome: z.enum(['added', 'title_updated', 'unchanged']) }),
  errors: ['invalid_video_url'],
})

export const deleteMediaLink = operation({
  name: 'delete-media-link',
  summary: 'Deletes a video from the library.',
  caller: 'admin',
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  ok: z.object({}),
})
