import * as z from 'zod/mini'
import { lawCountries, libraryTopics } from '../values/library-facts.ts'
import { searchMinCharacters } from '../values/limits.ts'
import { changedLine, nothing, requiredLine } from './fields.ts'
import { libraryPath, mediaLink } from './library.ts'
import { operation } from './operation.ts'

/** An item of the library: the path of a file, or the id of a video. */
const libraryItem = z.union(
  [libraryPath, z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/))],
  'Please choose an item from the library',
)

const country = z.enum(lawCountries)
const topic = z.nullable(z.enum(libraryTopics))
/** The day as at which the item states the law. */
const lawAsAt = z.iso.date('Please give the date of the law')
/** The day by which an adviser should check the item again. */
const reviewBy = z.iso.date('Please give the date of the next review')

const libraryFacts = z.object({ country, topic, lawAsAt, reviewBy, whatChanged: z.nullable(z.string()) })
export type LibraryFacts = z.infer<typeof libraryFacts>

const listedFacts = z.extend(libraryFacts, {
  /** ISO time of `whatChanged`. Null without a sentence, and for sentences from before their time was stored. */
  whatChangedAt: z.nullable(z.string()),
})
export type ListedFacts = z.infer<typeof listedFacts>

export const saveLibraryFacts = operation({
  name: 'save-library-facts',
  summary:
    'Sets what a file or video states about the law: its country, topic, date, next review, and what changed. Fields that are left out keep their value; the first facts of an item need country and dates. Adds the change to the history of the item. With `seen`, nothing is saved if another admin has meanwhile given one of these fields another value.',
  caller: 'admin',
  body: z.object({
    item: libraryItem,
    country: z.optional(country),
    topic: z.optional(topic),
    lawAsAt: z.optional(lawAsAt),
    reviewBy: z.optional(reviewBy),
    whatChanged: changedLine(200),
    /** The facts that the admin saw and changed. Null if there were none. */
    seen: z.optional(z.nullable(libraryFacts)),
  }),
  ok: libraryFacts,
  errors: ['not_found', 'item_changed'],
})

/**
 * ISO time of the latest of these: the addition, a replacement, a new title of a video, a sentence about what changed.
 */
const changedAt = z.string()

const listedFile = z.object({
  name: z.string(),
  /** Null if none was saved. The file name is shown then. */
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** In bytes. */
  size: z.number(),
  /** ISO time of the upload. */
  createdAt: z.string(),
  changedAt,
  facts: z.nullable(listedFacts),
})

const listedVideo = z.extend(mediaLink, { changedAt, facts: z.nullable(listedFacts) })

export const getLibrary = operation({
  name: 'get-library',
  summary:
    'Returns the whole library in one response: files in order of name and videos newest first, with their titles and facts. Members see active videos, admins see all.',
  caller: 'member',
  body: nothing,
  ok: z.object({ files: z.array(listedFile), videos: z.array(listedVideo) }),
  errors: ['response_too_large'],
})

export const listLibraryChanges = operation({
  name: 'list-library-changes',
  summary: 'Lists the last 50 changes to a file or video, newest first.',
  caller: 'member',
  body: z.object({ item: libraryItem }),
  ok: z.object({
    data: z.array(
      z.object({
        /** ISO time. */
        at: z.string(),
        /** Null if there is no new sentence about the change. */
        whatChanged: z.nullable(z.string()),
        /** Null if the file was replaced. */
        lawAsAt: z.nullable(z.string()),
      }),
    ),
  }),
})

export const searchLibrary = operation({
  name: 'search-library',
  summary:
    'Searches the text inside PDF, Word, Excel and PowerPoint files for every word of a query. Returns at most ten files, best first, each with up to three places and excerpts, and the number of all files found. If no file has the words, finds those with words that differ by one letter, or else those with half of the words, and says so.',
  caller: 'member',
  body: z.object({ query: requiredLine('The search', searchMinCharacters) }),
  ok: z.object({
    /** True if no file has the words as typed, and the files found have words that differ by one letter. */
    typos: z.boolean(),
    /** True if no file has all the words, and the files found have at least two of them and half of them. */
    partial: z.boolean(),
    /** Number of files found, of which `data` has the best ten. */
    total: z.number(),
    data: z.array(
      z.object({
        path: z.string(),
        passages: z.array(
          z.object({
            /** `Page 3`, `Sheet Ledger`, `Slide 2`, or the heading above the text. */
            place: z.string(),
            text: z.string(),
          }),
        ),
      }),
    ),
  }),
  errors: ['search_not_ready'],
  limits: [{ by: 'user', max: 60, windowSeconds: 60 }],
})
