import { lazy, type ComponentType } from 'react'

export interface Section {
  /** The last part of its address: `/admin/uploads`. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly Page: ComponentType
}

/** The sections of the admin area, in the order of the sidebar. Unknown addresses show the first. */
export const sections: readonly [Section, ...Section[]] = [
  {
    name: 'users',
    label: 'Users',
    description: 'Search users and see their subscriptions.',
    Page: lazy(() => import('../users/users-section.tsx')),
  },
  {
    name: 'inbox',
    label: 'Inbox',
    description: 'Answer tickets and contact messages.',
    Page: lazy(() => import('../inbox/inbox-section.tsx')),
  },
  {
    name: 'referrals',
    label: 'Referrals',
    description: 'Create referral links and see how often each is used.',
    Page: lazy(() => import('../referrals/referrals-section.tsx')),
  },
  {
    name: 'uploads',
    label: 'Uploads',
    description: 'Add files and videos to the member library.',
    Page: lazy(() => import('../uploads/uploads-section.tsx')),
  },
  {
    name: 'numbers',
    label: 'Numbers',
    description: 'Members, income, passes, chats, tickets and referrals by month.',
    Page: lazy(() => import('../numbers/numbers-section.tsx')),
  },
  {
    name: 'account',
    label: 'My Account',
    description: 'Your admin account and its password.',
    Page: lazy(() => import('../account/account-section.tsx')),
  },
]

/** Returns the section at an address, chosen by its last part. */
export const sectionAt = (pathname: string): Section => {
  const last = pathname.split('/').findLast(Boolean)
  return sections.find(({ name }) => name === last) ?? sections[0]
}
