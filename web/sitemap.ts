/** The addresses that search engines may show, each under the site's origin. */
export const sitemapXml = (
  origin: string,
  paths: readonly string[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`

/** Addresses that answer programs or open e-mailed links: nothing that anybody should find by searching. */
const notForSearch = ['/functions/', '/auth/', '/d/', '/admin']

/** What robots may fetch, and where the sitemap is. */
export const robotsTxt = (origin: string): string =>
  `User-agent: *
Allow: /
${notForSearch.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`
