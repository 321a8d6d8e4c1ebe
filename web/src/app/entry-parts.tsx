import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../ui/toasts.tsx'
import { Parts } from './parts.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')
createRoot(root).render(
  <>
    <Parts />
    <Toasts />
  </>,
)
