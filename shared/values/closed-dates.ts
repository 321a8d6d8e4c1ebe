/**
 * Days on which the chat is closed although its weekday is normally open: the bank holidays of England and Wales, and
 * public holidays on a Saturday whose bank holiday is the following Monday.
 *
 * @see https://www.gov.uk/bank-holidays
 */
export const bankHolidays: readonly { readonly date: string; readonly name: string }[] = [
  { date: '2026-01-01', name: "New Year's Day" },
  { date: '2026-04-03', name: 'Good Friday' },
  { date: '2026-04-06', name: 'Easter Monday' },
  { date: '2026-05-04', name: 'Early May bank holiday' },
  { date: '2026-05-25', name: 'Spring bank holiday' },
  { date: '2026-08-31', name: 'Summer bank holiday' },
  { date: '2026-12-25', name: 'Christmas Day' },
  { date: '2026-12-26', name: 'Boxing Day' },
  { date: '2026-12-28', name: 'Boxing Day (substitute day)' },
  { date: '2027-01-01', name: "New Year's Day" },
  { date: '2027-03-26', name: 'Good Friday' },
  { date: '2027-03-29', name: 'Easter Monday' },
  { date: '2027-05-03', name: 'Early May bank holiday' },
  { date: '2027-05-31', name: 'Spring bank holiday' },
  { date: '2027-08-30', name: 'Summer bank holiday' },
  { date: '2027-12-25', name: 'Christmas Day' },
  { date: '2027-12-27', name: 'Christmas Day (substitute day)' },
  { date: '2027-12-28', name: 'Boxing Day (substitute day)' },
  { date: '2028-01-01', name: "New Year's Day" },
  { date: '2028-01-03', name: "New Year's Day (substitute day)" },
  { date: '2028-04-14', name: 'Good Friday' },
  { date: '2028-04-17', name: 'Easter Monday' },
  { date: '2028-05-01', name: 'Early May bank holiday' },
  { date: '2028-05-29', name: 'Spring bank holiday' },
  { date: '2028-08-28', name: 'Summer bank holiday' },
  { date: '2028-12-25', name: 'Christmas Day' },
  { date: '2028-12-26', name: 'Boxing Day' },
]

/**
 * One-off closures of the chat. Pages that state the hours show the sentence from two weeks before the date until its
 * end. To add one: `{ date: '2027-06-18', sentence: 'Live chat is closed on Friday 18 June 2027 for staff training.' }`.
 */
export const oneOffClosures: readonly { readonly date: string; readonly sentence: string }[] = []

/** The last year that `bankHolidays` covers completely. */
export const closedDatesLastYear = 2028

/** Number of months before the end of `bankHolidays` at which an alarm requests the next year's dates. */
export const closedDatesNoticeMonths = 6
