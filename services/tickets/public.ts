/** Exports of this domain that other domains may use. */
export { followUpRepository } from './follow-up.repository.ts'
export { ticketMessageWrite } from './ticket-messages.ts'
export { placeOfTicket } from './ticket-page.ts'
export { ticketRecord, type TicketRepository, ticketRepository } from './ticket.repository.ts'
