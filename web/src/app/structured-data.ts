import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { questions, rentersRights } from '#web/content/faq.ts'

type PublicRoute = (typeof paths.publicRoutes)[number]

/** The name of each page in its breadcrumb trail. */
const pageNames: Readonly<Record<Exclude<PublicRoute, typeof paths.home>, string>> = {
  [paths.about]: 'About',
  [paths.contact]: 'Contact Us',
  [paths.privacy]: 'Privacy Policy',
  [paths.terms]: 'Terms of Business and Service Provision',
  [paths.complaints]: 'Complaints Procedure',
  [paths.faq]: 'FAQ',
  [paths.careers]: 'Careers',
  [paths.signUp]: 'Create your account',
  [paths.pricing]: 'Pricing',
  [paths.liveChat]: 'Live Chat Support',
  [paths.login]: 'Sign in',
}

const urlOf = (path: string): string => `${import.meta.env.SITE_ORIGIN}${path}`

const organization = () => ({
  '@type': 'Organization',
  '@id': urlOf('/#organization'),
  name: brand.name,
  legalName: brand.legalName,
  description: brand.strapline,
  url: urlOf(paths.home),
  logo: urlOf('/favicon.svg'),
  email: brand.supportEmail,
  address: brand.postalAddress,
  areaServed: ['England', 'Wales'],
  knowsLanguage: 'en-GB',
})

const faqPage = () => ({
  '@type': 'FAQPage',
  '@id': urlOf(paths.faq),
  mainEntity: [...questions, ...rentersRights].map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join('\n\n') },
  })),
})

const breadcrumbs = (path: Exclude<PublicRoute, typeof paths.home>) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', item: urlOf(paths.home) },
    { name: pageNames[path], item: urlOf(path) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
})

const hasName = (path: string): path is Exclude<PublicRoute, typeof paths.home> =>
  Object.hasOwn(pageNames, path)

/**
 * Returns the schema.org data of a page for search engines: the organisation, the breadcrumb trail and, on the FAQ, its
 * questions. Browsers do not run it.
 */
export const structuredData = (path: string): string => {
  const graph = [
    organization(),
    ...(hasName(path) ? [breadcrumbs(path)] : []),
    ...(path === paths.faq ? [faqPage()] : []),
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return `<script type="application/ld+json">${json.replaceAll('<', String.raw`\u003c`)}</script>`
}
