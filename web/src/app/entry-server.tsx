import { renderToString, renderToStringAsync } from 'preact-render-to-string'
import type { ReactNode } from 'react'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import { library } from '#shared/values/site-map.ts'
import { NeedsScript } from '#web/components/needs-script.tsx'
import { Layout, Loading } from '#web/features/site/chrome/layout.tsx'
import { HeadCollector, PageMeta } from '#web/ui/page-meta.tsx'
import { App } from './app.tsx'
import { FirstRows } from './early/first-rows.tsx'
import { sampleFiles } from './early/sample-files.ts'
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

/** Renders a page as HTML for a visitor about whom nothing is known: its head elements first, then the body. */
export const renderPage = async (path: string): Promise<string> => {
  await preloadPage(path)
  return toHtml(path, <App />)
}

/**
 * Renders the rows of sample files, so that the page contains the styles of the rows that `early/rows.tsx` shows.
 */
export const renderSampleRows = (): string =>
  renderToString(
    <StaticRouter location={library}>
      <FirstRows files={sampleFiles()} />
    </StaticRouter>,
  )

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
              <Loading />
              <NeedsScript />
            </>
          }
        />
      </Route>
    </Routes>,
  )
