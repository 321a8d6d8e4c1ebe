import * as paths from '#shared/values/site-map.ts'

/** Returns the sitemap with the full address of each page that search engines may show. */
export const sitemapXml = (
  origin: string,
  routes: readonly string[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${routes.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`

/** Addresses of functions, emailed links and the admin area, which search engines must not show. */
const notForSearch = ['/functions/', '/auth/', `${paths.shortLink}/`, paths.admin]

/** Returns `robots.txt`: the addresses that robots may fetch, and the address of the sitemap. */
export const robotsTxt = (origin: string): string =>
  `User-agent: *
Allow: /
${notForSearch.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`
