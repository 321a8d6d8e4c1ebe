import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import { Layout } from '#web/features/site/chrome/layout.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { App } from './app.tsx'
import { structuredData } from './structured-data.ts'

export { structuredData }
export { appRoutes, publicRoutes, signInRoutes } from '#shared/values/site-map.ts'

const toHtml = async (url: string, tree: ReactNode): Promise<string> => {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={url}>{tree}</StaticRouter>
    </StrictMode>,
    // Without this, React only logs a failure and leaves the failed part to the browser.
    {
      onError: (failure) => {
        failures.push(failure)
      },
      // React would move large boundaries behind inline scripts, which our content security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  if (failures.length > 0) throw new Error(`${url} could not be prerendered`, { cause: failures[0] })
  return new Response(prelude).text()
}

/** Renders a public page or a sign-in page as HTML: its head elements first, then the body. */
export const renderPage = (path: string): Promise<string> => toHtml(path, <App />)

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
