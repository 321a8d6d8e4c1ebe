import { lazyPart } from '#web/components/lazy-part.tsx'
import { sectionCode, type SectionName, sectionNameAt } from './section-code.ts'

export interface Section {
  /** The last part of its address: `/admin/uploads`. */
  readonly name: SectionName
  readonly label: string
  readonly description: string
  readonly Page: ReturnType<typeof lazyPart<object>>
}

const failed = 'This section could not be loaded'

/** The sections of the admin area, in the order of the sidebar. */
export const sections: readonly [Section, ...Section[]] = [
  {
    name: 'users',
    label: 'Users',
    description: 'Search users and see their subscriptions.',
    Page: lazyPart(failed, sectionCode.users),
  },
  {
    name: 'inbox',
    label: 'Inbox',
    description: 'Answer tickets and contact messages.',
    Page: lazyPart(failed, sectionCode.inbox),
  },
  {
    name: 'referrals',
    label: 'Referrals',
    description: 'Create referral links and see how often each is used.',
    Page: lazyPart(failed, sectionCode.referrals),
  },
  {
    name: 'uploads',
    label: 'Uploads',
    description: 'Add files and videos to the member library.',
    Page: lazyPart(failed, sectionCode.uploads),
  },
  {
    name: 'numbers',
    label: 'Numbers',
    description: 'Members, income, passes, chats, tickets and referrals by month.',
    Page: lazyPart(failed, sectionCode.numbers),
  },
  {
    name: 'account',
    label: 'My Account',
    description: 'Your admin account and its password.',
    Page: lazyPart(failed, sectionCode.account),
  },
]

/** Returns the section at an address. */
export const sectionAt = (pathname: string): Section => {
  const name = sectionNameAt(pathname)
  return sections.find((section) => section.name === name) ?? sections[0]
}
