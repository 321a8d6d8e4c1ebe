import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { Route, Routes } from 'react-router-dom'
import { Layout } from '#web/features/site/chrome/layout.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { SessionBarSlot } from './session-bar-slot.tsx'
import { notFound, pages } from './pages.ts'
import { useShownLocation } from './use-shown-location.ts'

const announceReady = (): void => {
  document.dispatchEvent(new Event('app-ready'))
}

/** The routes of the site. */
export const App = () => (
  <Routes location={useShownLocation()}>
    <Route element={<Layout bar={<SessionBarSlot />} toasts={<Toasts />} onReady={announceReady} />}>
      {Object.entries(pages).map(([path, { Page }]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<notFound.Page />} />
    </Route>
  </Routes>
)
