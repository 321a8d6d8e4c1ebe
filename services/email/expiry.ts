import type { EmailContent } from '#shared/contract/email.ts'

const minuteMs = 60_000

/**
 * Returns the time from which an email is useless, because it is about a link or a pass that is over by then. Returns
 * undefined for all other emails, which are still true and useful when they are late.
 *
 * @param createdAt when the email was queued. Its link was created at the same time
 */
const uselessFrom = (content: EmailContent, createdAt: Date): Date | undefined => {
  const minutesLater = (minutes: number) => new Date(createdAt.getTime() + minutes * minuteMs)
  const { template } = content
  if (template === 'verify-address' || template === 'confirm-address') return minutesLater(content.hours * 60)
  if (template === 'magic-link' || template === 'reset-password') return minutesLater(content.minutes)
  if (template === 'confirm-new-address') return minutesLater(content.minutes)
  return template === 'pass-expiring' ? new Date(content.expires_at) : undefined
}

/**
 * Returns the content of an email without a link that has expired while the email was waiting. Returns undefined if it
 * would be useless: its recipient can ask for another link.
 *
 * @param createdAt when the email was queued
 */
export const currentContent = (
  content: EmailContent,
  createdAt: Date,
  now: Date,
): EmailContent | undefined => {
  const end = uselessFrom(content, createdAt)
  if (end !== undefined && now >= end) return undefined
  if (content.template !== 'already-registered' || content.reset === undefined) return content
  const { reset, ...rest } = content
  return now.getTime() >= createdAt.getTime() + reset.minutes * minuteMs ? rest : content
}
