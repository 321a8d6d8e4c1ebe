/**
 * Days on which the chat is closed all day although its weekday is open: the bank holidays of England and
 * Wales, and the holidays themselves where they fall on a Saturday and their bank holiday on a Monday.
 *
 * @see https://www.gov.uk/bank-holidays
 */
export const closedDates: readonly string[] = [
  '2026-01-01', // New Year's Day
  '2026-04-03', // Good Friday
  '2026-04-06', // Easter Monday
  '2026-05-04', // Early May bank holiday
  '2026-05-25', // Spring bank holiday
  '2026-08-31', // Summer bank holiday
  '2026-12-25', // Christmas Day
  '2026-12-26', // Boxing Day, a Saturday
  '2026-12-28', // Boxing Day's substitute
  '2027-01-01', // New Year's Day
  '2027-03-26', // Good Friday
  '2027-03-29', // Easter Monday
  '2027-05-03', // Early May bank holiday
  '2027-05-31', // Spring bank holiday
  '2027-08-30', // Summer bank holiday
  '2027-12-25', // Christmas Day, a Saturday
  '2027-12-27', // Christmas Day's substitute
  '2027-12-28', // Boxing Day's substitute
  '2028-01-01', // New Year's Day, a Saturday
  '2028-01-03', // New Year's Day's substitute
  '2028-04-14', // Good Friday
  '2028-04-17', // Easter Monday
  '2028-05-01', // Early May bank holiday
  '2028-05-29', // Spring bank holiday
  '2028-08-28', // Summer bank holiday
  '2028-12-25', // Christmas Day
  '2028-12-26', // Boxing Day
]

/** The last year of which `closedDates` knows every day. */
export const closedDatesLastYear = 2028

/** How long before the dates run out somebody must have added the next year's, in months; an alarm asks for it. */
export const closedDatesNoticeMonths = 6
