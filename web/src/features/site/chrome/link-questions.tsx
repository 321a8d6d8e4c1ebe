import { lazy, Suspense } from 'react'
import { openLinkQuestion } from '#web/lib/link-question.ts'
import { useStore } from '#web/lib/store.ts'

/** Loaded on demand, because few links raise a question. */
const LinkDialog = lazy(() => import('./link-dialog.tsx'))

/** Shows the question that an emailed link raises, if any. */
export const LinkQuestions = () => {
  const open = useStore(openLinkQuestion, null)
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <LinkDialog {...open} />
    </Suspense>
  )
}
