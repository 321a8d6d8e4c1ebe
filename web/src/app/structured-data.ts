import { brand } from '../../../shared/values/brand.ts'
import type { publicRoutes } from '../../../shared/values/routes.ts'
import { questions, rentersRights } from '../content/faq.ts'

type PublicRoute = (typeof publicRoutes)[number]

/** What each page is called in the trail that leads to it. */
const pageNames: Readonly<Record<Exclude<PublicRoute, '/'>, string>> = {
  '/about': 'About',
  '/contact': 'Contact Us',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Business and Service Provision',
  '/complaints': 'Complaints Procedure',
  '/faq': 'FAQ',
  '/careers': 'Careers',
  '/signup': 'Create an account',
  '/pricing': 'Pricing',
  '/livechat': 'Live Chat Support',
  '/login': 'Sign in',
}

const address = (path: string): string => `${import.meta.env.SITE_ORIGIN}${path}`

const organization = () => ({
  '@type': 'Organization',
  '@id': address('/#organization'),
  name: brand.name,
  legalName: brand.legalName,
  description: brand.strapline,
  url: address('/'),
  logo: address('/favicon.svg'),
  email: brand.supportEmail,
  address: brand.postalAddress,
  areaServed: ['England', 'Wales'],
  knowsLanguage: 'en-GB',
})

const faqPage = () => ({
  '@type': 'FAQPage',
  '@id': address('/faq'),
  mainEntity: [...questions, ...rentersRights].map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join('\n\n') },
  })),
})

const trail = (path: Exclude<PublicRoute, '/'>) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', item: address('/') },
    { name: pageNames[path], item: address(path) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
})

const hasName = (path: string): path is Exclude<PublicRoute, '/'> => Object.hasOwn(pageNames, path)

/**
 * What search engines may know of a page, in the words of schema.org: who runs the site, where the page
 * stands, and on the FAQ its questions. A block of data, which no browser runs.
 */
export const structuredData = (path: string): string => {
  const graph = [
    organization(),
    ...(hasName(path) ? [trail(path)] : []),
    ...(path === '/faq' ? [faqPage()] : []),
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return `<script type="application/ld+json">${json.replaceAll('<', String.raw`\u003c`)}</script>`
}
