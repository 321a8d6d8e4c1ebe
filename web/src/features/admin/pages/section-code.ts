/** Loads the code of each section of the admin area, by the last part of its address. */
export const sectionCode = {
  users: () => import('../users/users-section.tsx'),
  inbox: () => import('../inbox/inbox-section.tsx'),
  referrals: () => import('../referrals/referrals-section.tsx'),
  uploads: () => import('../uploads/uploads-section.tsx'),
  numbers: () => import('../numbers/numbers-section.tsx'),
  account: () => import('../account/account-section.tsx'),
} as const

export type SectionName = keyof typeof sectionCode

const isSectionName = (name: string | undefined): name is SectionName =>
  name !== undefined && Object.hasOwn(sectionCode, name)

/** Returns the name of the section at an address. Addresses without one show the users. */
export const sectionNameAt = (pathname: string): SectionName => {
  const last = pathname.split('/').findLast(Boolean)
  return isSectionName(last) ? last : 'users'
}
