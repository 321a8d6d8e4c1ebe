import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { handleAuthHash } from '../lib/auth-hash.ts'
import { takeGuestKey } from '../lib/guest-key.ts'
import { store } from '../lib/stored.ts'
import { App } from './app.tsx'
import { preloadPage } from './pages.ts'

const tree = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)

/** The head of the shell belongs to no page: each page brings its own. */
const clearShellHead = (): void => {
  const own = 'title, meta[name="description"], meta[name="robots"], link[rel="canonical"]'
  for (const element of document.head.querySelectorAll(own)) element.remove()
}

const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id root')
  handleAuthHash()
  takeGuestKey(store)
  // Where this fails, drawing the page tries again and shows the failure in its place.
  await preloadPage(location.pathname).catch(() => undefined)
  if (root.dataset.prerendered === undefined) {
    clearShellHead()
    createRoot(root).render(tree)
  } else hydrateRoot(root, tree)
}

void start()
