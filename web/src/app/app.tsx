import '../ui/tokens.css'
import '../ui/base.css'
import { Route, Routes } from 'react-router-dom'
import { Layout } from '../features/site/chrome/layout.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { notFound, pages } from './pages.ts'

const announceReady = (): void => {
  document.dispatchEvent(new Event('app-ready'))
}

/** Every screen of the site. */
export const App = () => (
  <Routes>
    <Route element={<Layout toasts={<Toasts />} onReady={announceReady} />}>
      {Object.entries(pages).map(([path, { Page }]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<notFound.Page />} />
    </Route>
  </Routes>
)
