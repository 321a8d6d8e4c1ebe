import type { Ticket } from '#shared/contract/tickets.ts'

const maxTickets = 100
/**
 * Lambda's response limit is 6 MB. Lambda encodes the body as a JSON string within JSON, which can double it.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxPageBytes = 2 * 1024 * 1024

/**
 * Returns the page of a list that follows a ticket, and the id after which the next page starts. A page has at least
 * one ticket, and no more than fit in a response. It is empty if the ticket is not in the list any more: then no older
 * one is.
 */
export const pageAfter = (
  all: readonly Ticket[],
  after: string | undefined,
): { tickets: readonly Ticket[]; next: string | undefined } => {
  const place = after === undefined ? -1 : all.findIndex(({ id }) => id === after)
  const rest = after !== undefined && place < 0 ? [] : all.slice(place + 1)
  let bytes = 0
  const end = rest.findIndex((ticket, index) => {
    bytes += Buffer.byteLength(JSON.stringify(ticket))
    return index > 0 && (index >= maxTickets || bytes > maxPageBytes)
  })
  const tickets = end < 0 ? rest : rest.slice(0, end)
  return { tickets, next: end < 0 ? undefined : tickets.at(-1)?.id }
}
