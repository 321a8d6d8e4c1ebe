/**
 * The operator of the service. Every name here is a sample. To rebrand the service, replace the values of this file
 * only: nothing else in the project names a firm, a person or an address.
 */
export const brand = {
  name: 'Fanlight',
  strapline: 'Advice for letting agents and landlords',
  legalName: 'Fanlight Advice (sample operator)',
  supportEmail: 'help@fanlight.example',
  /** For reports of vulnerabilities. SECURITY.md names it. */
  securityEmail: 'security@fanlight.example',
  postalAddress: '1 Example Row, Sampleton, ZZ1 1ZZ',
  /** Invented, like the background of the advisers. The pages mark both as samples. */
  expert: { name: 'Tamsin Farrowgate', role: 'TV property expert', sample: true },
  /** The trader, whom the law requires the pages to name. Invented, and marked as a sample on the pages. */
  company: {
    sample: true,
    number: '00000000',
    registeredIn: 'England and Wales',
    registeredOffice: '1 Example Row, Sampleton, ZZ1 1ZZ',
    vatNumber: 'GB000000000',
  },
  /** Completes "Our advisers have worked as". */
  advisersBackground: 'letting agents, property managers and mediators',
  /** Heading of the firms below. */
  partnersTitle: 'Trusted partners',
} as const

/**
 * The figures on marketing pages. The operator is responsible for them. While `sample` is true, here and below, the
 * pages label the content as a sample.
 */
export const claims: Readonly<Record<ClaimName, string>> & { readonly sample: boolean } = {
  sample: true,
  yearsExperience: '30+',
  clientsHelped: '10,000+',
  rating: '4.8/5',
  tvAppearances: '500+',
  countriesCovered: '2',
}

/** Badges of the subscriptions on the price cards. */
export const planBadges = { monthly: 'Most Popular', annual: 'Best Value' } as const

/**
 * Portraits of the advisers on the about page, by adviser: the address of a square picture among the files of the site.
 * An adviser without one is shown as a drawing.
 */
export const portraits: Readonly<Partial<Record<'england' | 'wales', string>>> = {}

type ClaimName = 'yearsExperience' | 'clientsHelped' | 'rating' | 'tvAppearances' | 'countriesCovered'

export interface Partner {
  readonly name: string
  readonly work: string
  readonly sample: boolean
}

/** Legal and licensing firms that the service refers clients to. */
export const partners: readonly Partner[] = [
  { name: 'Oakwhistle Legal', work: 'Possession claims and tenancy disputes', sample: true },
  { name: 'Brambleford Licensing', work: 'HMO and selective licensing', sample: true },
  { name: 'Penny Quay Law', work: 'Landlord and tenant litigation', sample: true },
]

export interface Video {
  readonly title: string
  /** YouTube's id of the video: eleven characters. */
  readonly youtubeId: string
}

/** Videos on the home and careers pages. The ids are samples and do not exist on YouTube. */
export const videos: Readonly<Record<'intro' | 'careers', Video>> = {
  intro: { title: 'How the advice line works', youtubeId: 'sample-0001' },
  careers: { title: 'A day on the advice line', youtubeId: 'sample-0002' },
}

/** The third-party review widget. It loads only when the visitor asks to see reviews. */
export const reviewWidget = {
  provider: 'the review service',
  embedUrl: 'https://reviews.example/embed/fanlight',
} as const

export interface Recipient {
  readonly name: string
  /** The recipient's task, and the data that it receives. */
  readonly work: string
  readonly country: string
  /** The firm is invented. The privacy policy marks it as a sample. */
  readonly sample?: true
}

/** The provider of the mailbox behind `supportEmail`, which receives copies of tickets and contact messages. */
export const mailboxProvider: Recipient = {
  name: 'Pigeonhole Mail',
  work: 'stores our support mailbox: emails that you sent us, and copies of your tickets and messages',
  country: 'United Kingdom',
  sample: true,
}

/** Age at which an operator deletes emails from the support mailbox, in months. The runbook describes the task. */
export const mailboxKeptMonths = 12

/** The operator deletes once a month, so an email is kept for up to a month longer. */
export const mailboxPeriod = `${mailboxKeptMonths} to ${mailboxKeptMonths + 1} months`

/**
 * The firms that receive personal data. The chat provider depends on the stage and is named by the pages themselves.
 */
export const recipients: readonly Recipient[] = [
  {
    name: 'Amazon Web Services',
    work: 'runs our sign-in, stores our database, files and logs, sends our emails and delivers this site',
    country: 'United Kingdom; pages and your requests pass through its servers near you',
  },
  {
    name: 'Stripe',
    work: 'takes payments and keeps payment records, with your name, company, address and email address',
    country: 'Ireland and the United States',
  },
  mailboxProvider,
]

/** Alternative dispute resolution provider for complaints. Undefined if the operator has none. */
export const disputeProvider: { readonly name: string; readonly url: string } | undefined = undefined

/** Retention of job applications after the decision, in months. */
export const applicationsKeptMonths = 6
