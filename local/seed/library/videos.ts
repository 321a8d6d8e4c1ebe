/** A video of the seeded library. Its title marks it as a sample. */
export interface SeedVideo {
  /** Eleven characters like YouTube's ids. No such video exists. */
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

const videoOf = (title: string, index: number, isActive: boolean): SeedVideo => ({
  id: `sample_vi_${index}`,
  title: `${title} (sample)`,
  createdAt: new Date(firstUpload + index * dayMs).toISOString(),
  isActive,
})

/** Seven videos for members, and an inactive one that only admins see. */
export const seedVideos: readonly SeedVideo[] = [
  ...titles.map((title, index) => videoOf(title, index, true)),
  videoOf('Old rules on deposits', titles.length, false),
]
