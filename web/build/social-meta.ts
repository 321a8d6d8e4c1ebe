const found = (head: string, pattern: RegExp): string | undefined => pattern.exec(head)?.[1]

export interface SocialMetaOptions {
  readonly siteName: string
  /** Scheme, host and port of the site. */
  readonly origin: string
}

/**
 * Returns the Open Graph elements of a page, which other sites show when it is shared. They run no script, so the
 * build derives the elements from the page's head. A page without a canonical address has none.
 *
 * @param head title, description and canonical link as in the HTML, already escaped
 * @see https://ogp.me
 */
export const socialMeta = (head: string, { siteName, origin }: SocialMetaOptions): string => {
  const title = found(head, /<title>([^]*?)<\/title>/)
  const description = found(head, /<meta name="description" content="([^"]*)"/)
  const url = found(head, /<link rel="canonical" href="([^"]*)"/)
  if (title === undefined || description === undefined || url === undefined) return ''
  const graph = {
    type: 'website',
    site_name: siteName,
    locale: 'en_GB',
    title,
    description,
    url,
    image: `${origin}/social-card.png`,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': 'A terrace of front doors, one of them open and lit',
  }
  return `${Object.entries(graph)
    .map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
    .join('')}<meta name="twitter:card" content="summary_large_image">`
}
