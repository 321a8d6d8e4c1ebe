import { lazy, type ComponentType } from 'react'

/** The description of every page of the admin area. */
export const adminDescription = 'The admin area of the service.'

export interface Section {
  /** The last part of its address: `/admin/uploads`. */
  readonly name: string
  readonly label: string
  readonly Page: ComponentType
}

/** The sections of the admin area, in the order of the sidebar. Unknown addresses show the first. */
export const sections: readonly [Section, ...Section[]] = [
  { name: 'users', label: 'Users', Page: lazy(() => import('./users/users-section.tsx')) },
  { name: 'inbox', label: 'Inbox', Page: lazy(() => import('./inbox/inbox-section.tsx')) },
  { name: 'referrals', label: 'Referrals', Page: lazy(() => import('./referrals/referrals-section.tsx')) },
  { name: 'uploads', label: 'Uploads', Page: lazy(() => import('./uploads/uploads-section.tsx')) },
  { name: 'account', label: 'My Account', Page: lazy(() => import('./account/account-section.tsx')) },
]

/** Returns the section at an address, chosen by its last part. */
export const sectionAt = (pathname: string): Section => {
  const last = pathname.split('/').findLast(Boolean)
  return sections.find(({ name }) => name === last) ?? sections[0]
}
