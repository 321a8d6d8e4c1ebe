import type { EmailContentOf } from '#shared/contract/email.ts'
import { periodLabel } from '#shared/rules/referral-periods.ts'
import { greeting } from '#shared/values/greeting.ts'
import type { Email } from './layout.ts'

/** The monthly email to members who asked for it. */
export const libraryNews = (content: EmailContentOf<'library-news'>): Email => {
  const month = periodLabel(`${content.month}-01`, 'month')
  const { items, more } = content
  return {
    subject: `What changed in the library in ${month}`,
    reason: 'You’re receiving this email because you asked for it on your profile.',
    stopUrl: content.stop_link,
    blocks: [
      {
        kind: 'text',
        text: `${greeting(content.name)}, these guides, templates and videos were added or changed in ${month}:`,
      },
      {
        kind: 'list',
        items: items.map(({ title, country, sentence }) => ({
          title: country === null ? title : `${title} (${country})`,
          text: sentence,
        })),
      },
      ...(more > 0 ? [{ kind: 'text' as const, text: `And ${more} more.` }] : []),
      { kind: 'button', label: 'Open the library', url: content.link },
    ],
  }
}
