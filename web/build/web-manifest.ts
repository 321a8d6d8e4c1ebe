import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'

/**
 * Returns the web manifest. Android takes the icon of a home screen shortcut from it. The site stays in the browser,
 * because payment pages and emailed links leave it.
 */
export const webManifest = (): string =>
  JSON.stringify({
    name: `${brand.name}: ${brand.strapline}`,
    short_name: brand.name,
    lang: 'en-GB',
    start_url: paths.home,
    display: 'browser',
    background_color: '#faf7f0',
    theme_color: '#faf7f0',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      // The drawing is inside the circle that every mask keeps.
      purpose: 'any maskable',
    })),
  })
