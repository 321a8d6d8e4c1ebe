/**
 * Who runs the service. Every name here is invented: an operator replaces this file's values (and only
 * these) to put up their own door. Nothing else in the project names a firm, a person or an address.
 */
export const brand = {
  name: 'Fanlight',
  strapline: 'Advice for letting agents and landlords',
  legalName: 'Fanlight Advice (sample operator)',
  supportEmail: 'help@fanlight.example',
  postalAddress: '1 Example Row, Sampleton, ZZ1 1ZZ',
  expert: { name: 'Tamsin Farrowgate', role: 'TV property expert' },
} as const

/** The figures that marketing pages claim. The operator answers for them. */
export const claims = {
  yearsExperience: '30+',
  clientsHelped: '10,000+',
  rating: '4.8/5',
  tvAppearances: '500+',
  countriesCovered: '2',
} as const
