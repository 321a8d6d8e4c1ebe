import type { Ticket } from '#shared/contract/tickets.ts'

/**
 * Lambda's response limit is 6 MB. Lambda encodes the body as a JSON string within JSON, which can double it.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxPageBytes = 2 * 1024 * 1024

export interface TicketPage {
  readonly tickets: readonly Ticket[]
  /** Place after which the next page starts. Undefined on the last page. */
  readonly next: string | undefined
}

/** Returns the place of a ticket among those of its account: see `ticketPlace` of the contract. */
export const placeOfTicket = ({ createdAt, id }: Pick<Ticket, 'createdAt' | 'id'>): string =>
  `${createdAt}#${id}`

/**
 * Reads the first page of a list. A page has at least one ticket, and no more than fit in a response. Reads one ticket
 * more, which shows whether there is another page.
 */
export const readPage = async (tickets: AsyncIterable<Ticket>, maxTickets: number): Promise<TicketPage> => {
  const page: Ticket[] = []
  let bytes = 0
  for await (const ticket of tickets) {
    bytes += Buffer.byteLength(JSON.stringify(ticket))
    const last = page.at(-1)
    if (last && (page.length === maxTickets || bytes > maxPageBytes))
      return { tickets: page, next: placeOfTicket(last) }
    page.push(ticket)
  }
  return { tickets: page, next: undefined }
}
