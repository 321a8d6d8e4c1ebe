import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { Route, Routes } from 'react-router-dom'
import { Layout } from '#web/features/site/chrome/layout.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { SessionBarSlot } from './session-bar-slot.tsx'
import { routeAt } from './pages.ts'
import { useShownLocation } from './use-shown-location.ts'

const announceReady = (): void => {
  document.dispatchEvent(new Event('app-ready'))
}

/** The page at the current address, in its frame. */
export const App = () => {
  const location = useShownLocation()
  const {
    path,
    page: { Page },
  } = routeAt(location.pathname)
  return (
    <Routes location={location}>
      <Route element={<Layout bar={<SessionBarSlot />} toasts={<Toasts />} onReady={announceReady} />}>
        {/* The router compares the address with every route on every render, so it has only this one. */}
        <Route path={path} element={<Page />} />
      </Route>
    </Routes>
  )
}
