import * as z from 'zod'
import { libraryKinds, libraryPathPattern } from '../values/library-path.ts'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'

export const libraryPath = z.string().regex(libraryPathPattern, 'Please choose a file of the library')

export const listLibraryFiles = operation({
  name: 'list-library-files',
  summary: 'The files of the library by name: 200 at a time for members, 100 for admins.',
  caller: 'member',
  body: z.looseObject({
    /** The names that follow this one; from the first without it. */
    after: z.string().max(300).optional(),
  }),
  ok: z.object({
    data: z.array(z.object({ name: z.string() })),
    /** What to ask for next; absent when these were the last. */
    next: z.string().optional(),
  }),
})

export const fileTitle = z.object({
  path: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
})

export const listFileTitles = operation({
  name: 'list-file-titles',
  summary: 'The titles and descriptions of the listed paths; a path without one is left out.',
  caller: 'member',
  body: z.object({ paths: z.array(libraryPath).max(200) }),
  ok: z.object({ data: z.array(fileTitle) }),
})

export const createDownload = operation({
  name: 'create-download',
  summary:
    'A link to one file, signed now: an hour for members, a minute for admins. Office files also get the address of an online viewer.',
  caller: 'member',
  body: z.object({ path: libraryPath }),
  ok: z.object({ url: z.url(), viewUrl: z.url().optional() }),
  refusals: ['not_found'],
})

export const createUpload = operation({
  name: 'create-upload',
  summary: 'A form to post one file to the storage with, and the path it will have once it is complete.',
  caller: 'admin',
  body: z.object({
    kind: z.enum(libraryKinds),
    name: z.string().min(1, 'Please choose a file').max(1024, 'The name of the file is too long'),
    /** As the browser says; empty where it does not know. */
    type: z.string().max(200),
    /** In bytes. */
    size: z.int().min(1, 'The file is empty'),
  }),
  ok: z.object({ url: z.url(), fields: z.record(z.string(), z.string()), path: z.string() }),
  refusals: ['file_rejected'],
})

export const completeUpload = operation({
  name: 'complete-upload',
  summary: 'Checks what was uploaded and lists it; what is not what its name says is thrown away.',
  caller: 'admin',
  body: z.object({ path: libraryPath }),
  ok: z.object({ path: z.string() }),
  refusals: ['not_found', 'file_rejected'],
})

export const deleteLibraryFile = operation({
  name: 'delete-library-file',
  summary: 'Takes a file off the library, with its title.',
  caller: 'admin',
  body: z.object({ path: libraryPath }),
  ok: z.object({}),
})

/** Optional text: nothing and blanks are both `null`. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .nullish()
    .transform((text) => text || null)

export const saveFileTitle = operation({
  name: 'save-file-title',
  summary: 'Gives a file a title and a description of its own, in place of those it had.',
  caller: 'admin',
  body: z.object({ path: libraryPath, title: optionalText(200), description: optionalText(1000) }),
  ok: fileTitle,
})

export const deleteFileTitle = operation({
  name: 'delete-file-title',
  summary: 'Takes title and description off a file: it goes by its own name again.',
  caller: 'admin',
  body: z.object({ path: libraryPath }),
  ok: z.object({}),
})

export const mediaLink = z.object({
  id: z.string(),
  title: z.string().nullable(),
  url: z.string(),
  video_id: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type MediaLink = z.infer<typeof mediaLink>

export const listMediaLinks = operation({
  name: 'list-media-links',
  summary: 'The YouTube videos, newest first: members see those that are active, admins all of them.',
  caller: 'member',
  body: nothing,
  ok: z.object({ data: z.array(mediaLink) }),
})

export const addMediaLink = operation({
  name: 'add-media-link',
  summary: 'Adds a YouTube video; one that is there already takes the new title.',
  caller: 'admin',
  body: z.object({ url: z.string().max(2048), title: optionalText(200) }),
  ok: mediaLink,
  refusals: ['invalid_video_url'],
})

export const deleteMediaLink = operation({
  name: 'delete-media-link',
  summary: 'Takes a video off the library.',
  caller: 'admin',
  body: z.object({ id: z.string().min(1).max(100) }),
  ok: z.object({}),
})
