import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { both, england, wales } from './facts.ts'

/** A video of the seeded library. Its title marks it as a sample. */
export interface SeedVideo {
  /** Eleven characters like YouTube's ids. No such video exists. */
  readonly id: string
  readonly title: string
  readonly facts: LibraryFacts
  readonly createdAt: string
  readonly isActive: boolean
}

const videos: readonly { readonly title: string; readonly facts: LibraryFacts }[] = [
  { title: 'Check-in day, room by room', facts: both('deposits') },
  {
    title: 'Reading a section 21 notice together',
    facts: england('possession', {
      reviewBy: '2026-07-31',
      whatChanged: 'Such a notice from before May 2026 could be used until 31 July 2026.',
    }),
  },
  { title: 'Rent to rent: five questions before you sign', facts: both('shared-homes') },
  { title: 'HMO licensing in ten minutes', facts: both('shared-homes') },
  { title: 'What adjudicators look for in a deposit dispute', facts: both('deposits') },
  { title: 'Wales: the written statement explained', facts: wales('tenancies') },
  { title: 'Rent reviews without a row', facts: both('rent') },
]

const firstUpload = Date.UTC(2026, 6, 1, 9)
const dayMs = 86_400_000

const videoOf = (video: (typeof videos)[number], index: number, isActive: boolean): SeedVideo => ({
  id: `sample_vi_${index}`,
  title: `${video.title} (sample)`,
  facts: video.facts,
  createdAt: new Date(firstUpload + index * dayMs).toISOString(),
  isActive,
})

/** Seven videos for members, and an inactive one that only admins see. */
export const seedVideos: readonly SeedVideo[] = [
  ...videos.map((video, index) => videoOf(video, index, true)),
  videoOf({ title: 'Old rules on deposits', facts: both('deposits') }, videos.length, false),
]
