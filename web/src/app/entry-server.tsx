import { renderToString, renderToStringAsync } from 'preact-render-to-string'
import type { ReactNode } from 'react'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import { Layout } from '#web/features/site/chrome/layout.tsx'
import { HeadCollector, PageMeta } from '#web/ui/page-meta.tsx'
import { App } from './app.tsx'
import { preloadPage } from './pages.ts'
import { structuredData } from './structured-data.ts'

export { structuredData }
export { appRoutes, publicRoutes, signInRoutes } from '#shared/values/site-map.ts'

const toHtml = async (url: string, tree: ReactNode): Promise<string> => {
  let head: ReactNode = null
  const collect = (elements: ReactNode) => {
    head = elements
  }
  const body = await renderToStringAsync(
    <HeadCollector value={collect}>
      <StaticRouter location={url}>{tree}</StaticRouter>
    </HeadCollector>,
  )
  return renderToString(<>{head}</>) + body
}

/** Renders a public page or a sign-in page as HTML: its head elements first, then the body. */
export const renderPage = async (path: string): Promise<string> => {
  await preloadPage(path)
  return toHtml(path, <App />)
}

/** Renders the shell of an app page: everything except the page itself. */
export const renderShell = (path: string): Promise<string> =>
  toHtml(
    path,
    <Routes>
      <Route element={<Layout />}>
        <Route
          path="*"
          element={
            <>
              <PageMeta description={brand.strapline} anywhere />
              <noscript>
                <p style={{ padding: '4rem 1.5rem', maxInlineSize: '42rem', margin: 'auto' }}>
                  This page needs JavaScript. Please turn it on in your browser, or email us at{' '}
                  {brand.supportEmail}.
                </p>
              </noscript>
            </>
          }
        />
      </Route>
    </Routes>,
  )
