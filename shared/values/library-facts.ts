/** Countries whose law an item of the library states. */
export const lawCountries = ['england', 'wales', 'both'] as const
export type LawCountry = (typeof lawCountries)[number]

export const countryNames: Readonly<Record<LawCountry, string>> = {
  england: 'England',
  wales: 'Wales',
  both: 'England and Wales',
}

/** Topics by which members can filter the library. */
export const libraryTopics = [
  'tenancies',
  'rent',
  'deposits',
  'possession',
  'safety',
  'shared-homes',
  'advertising',
] as const
export type LibraryTopic = (typeof libraryTopics)[number]

export const topicNames: Readonly<Record<LibraryTopic, string>> = {
  tenancies: 'Tenancies and contracts',
  rent: 'Rent and arrears',
  deposits: 'Deposits and inventories',
  possession: 'Possession and notices',
  safety: 'Safety and repairs',
  'shared-homes': 'Shared homes and licences',
  advertising: 'Advertising and applicants',
}
