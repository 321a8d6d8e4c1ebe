import * as z from 'zod'
import { libraryPathPattern } from '../values/library-path.ts'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'

export const libraryPath = z.string().regex(libraryPathPattern, 'Please choose a file of the library')

export const listLibraryFiles = operation({
  name: 'list-library-files',
  summary: 'The files of the library by name: 200 for members, 100 for admins.',
  caller: 'member',
  body: nothing,
  ok: z.object({ data: z.array(z.object({ name: z.string() })) }),
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
  summary: 'A link to one file, signed now: an hour for members, a minute for admins.',
  caller: 'member',
  body: z.object({ path: libraryPath }),
  ok: z.object({ url: z.url(), viewUrl: z.url().optional() }),
  refusals: ['not_found'],
  limits: [{ by: 'user', max: 300, windowSeconds: 3600 }],
})
