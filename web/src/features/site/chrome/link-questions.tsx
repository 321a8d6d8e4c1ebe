import { Suspense } from 'react'
import { openLinkQuestion } from '#web/lib/link-question.ts'
import { useStore } from '#web/lib/store.ts'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Loaded on demand, because few links raise a question. */
const LinkDialog = lazyComponent(() => import('./link-dialog.tsx'))

/**
 * Shows the question that an emailed link raises, if any. If the dialog cannot be loaded, the session stays as it is.
 */
export const LinkQuestions = () => {
  const open = useStore(openLinkQuestion, null)
  if (!open) return null
  return (
    <ErrorFallback onFailed={() => open.answer(false)}>
      <Suspense fallback={null}>
        <LinkDialog {...open} />
      </Suspense>
    </ErrorFallback>
  )
}
