import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { createRoot } from 'react-dom/client'
import { Toasts } from '#web/ui/toasts.tsx'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')
createRoot(root).render(
  <>
    <Gallery />
    <Toasts />
  </>,
)
