import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { publicRoutes } from '../../../shared/values/routes.ts'
import { brand } from '../../../shared/values/brand.ts'
import { Layout } from '../features/site/chrome/layout.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { App } from './app.tsx'
import { structuredData } from './structured-data.ts'

export { publicRoutes, structuredData }

const toHtml = async (url: string, tree: ReactNode): Promise<string> => {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={url}>{tree}</StaticRouter>
    </StrictMode>,
    // Without this, React leaves a failed part to the browser and says so only on the console.
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

/** A public page as HTML: its own head elements first, then the body. */
export const renderPage = (path: string): Promise<string> => toHtml(path, <App />)

/** The frame that application pages start from: everything but the page itself. */
export const renderShell = (): Promise<string> =>
  toHtml(
    '/app.html',
    <Routes>
      <Route element={<Layout />}>
        <Route
          path="*"
          element={
            <>
              <PageMeta description={brand.strapline} anywhere />
              <noscript>
                <p style={{ padding: '4rem 1.5rem', maxInlineSize: '42rem', margin: 'auto' }}>
                  This page needs JavaScript. Please switch it on, or write to {brand.supportEmail}.
                </p>
              </noscript>
            </>
          }
        />
      </Route>
    </Routes>,
  )
