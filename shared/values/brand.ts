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

/**
 * The figures that marketing pages claim. The operator answers for them. These are invented and pages say so
 * beside them until `sample` is false; the same goes for everything else here that carries the mark.
 */
export const claims: Readonly<Record<ClaimName, string>> & { readonly sample: boolean } = {
  sample: true,
  yearsExperience: '30+',
  clientsHelped: '10,000+',
  rating: '4.8/5',
  tvAppearances: '500+',
  countriesCovered: '2',
}

type ClaimName = 'yearsExperience' | 'clientsHelped' | 'rating' | 'tvAppearances' | 'countriesCovered'

export interface Partner {
  readonly name: string
  readonly work: string
  readonly sample: boolean
}

/** The legal and licensing firms that people are referred to. */
export const partners: readonly Partner[] = [
  { name: 'Oakwhistle Legal', work: 'Possession claims and tenancy disputes', sample: true },
  { name: 'Brambleford Licensing', work: 'HMO and selective licensing', sample: true },
  { name: 'Penny Quay Law', work: 'Landlord and tenant litigation', sample: true },
]

export interface Film {
  readonly title: string
  /** Eleven characters, as YouTube numbers its videos. */
  readonly youtubeId: string
}

/** The films on the home page and on the careers page. The numbers are samples and lead to no film. */
export const films: Readonly<Record<'intro' | 'careers', Film>> = {
  intro: { title: 'How the advice line works', youtubeId: 'sample-0001' },
  careers: { title: 'A day on the advice line', youtubeId: 'sample-0002' },
}

/** An independent service that collects reviews. It is asked only once a visitor wants to see them. */
export const reviewWidget = {
  provider: 'the review service',
  embedUrl: 'https://reviews.example/embed/fanlight',
} as const

/** How long applications for a job are kept after the decision, in months. */
export const applicationsKeptMonths = 6
