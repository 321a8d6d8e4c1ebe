/** The countries whose law the service covers. A ticket is about one of them. */
export const ticketCountries = ['england', 'wales'] as const
