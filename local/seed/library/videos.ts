/** A video of the seeded library, marked as a sample in its title. */
export interface SeedVideo {
  /** Eleven characters, as YouTube's ids have, of a video that does not exist. */
  readonly id: string
  readonly title: string
  readonly createdAt: string
  readonly isActive: boolean
}

const titles = [
  'Check-in day, room by room',
  'Reading a section 21 notice together',
  'Rent to rent: five questions before you sign',
  'HMO licensing in ten minutes',
  'What adjudicators look for in a deposit dispute',
  'Wales: the written statement explained',
  'Rent reviews without a row',
] as const

const firstUpload = Date.UTC(2026, 6, 1, 9)
const dayMs = 86_400_000

const madeFrom = (title: string, index: number, isActive: boolean): SeedVideo => ({
  id: `sample_vi_${index}`,
  title: `${title} (sample)`,
  createdAt: new Date(firstUpload + index * dayMs).toISOString(),
  isActive,
})

/** Seven that members see, and one that only admins do. */
export const seedVideos: readonly SeedVideo[] = [
  ...titles.map((title, index) => madeFrom(title, index, true)),
  madeFrom('Old rules on deposits', titles.length, false),
]
