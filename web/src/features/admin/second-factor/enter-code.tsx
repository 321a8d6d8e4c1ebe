import { Card } from '#web/ui/card.tsx'
import { useFocusWhen } from '#web/ui/focus/use-focus-when.ts'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { CodeForm } from './code-form.tsx'
import styles from './second-factor.module.css'

interface EnterCodeProps {
  readonly onPassed: () => void
  /** Called when the app has been reset, so another must be set up. */
  readonly onReset: () => void
}

/** Asks an admin for the code of the authenticator app. */
export const EnterCode = ({ onPassed, onReset }: EnterCodeProps) => {
  const heading = useFocusWhen<HTMLHeadingElement>()
  return (
    <Card className={styles.card}>
      <h1 id={pageTitleId} className={styles.title} ref={heading} tabIndex={-1}>
        Confirm it&rsquo;s you
      </h1>
      <p>Before you can use the admin area, please enter the code from your authenticator app.</p>
      <CodeForm onPassed={onPassed} onMissing={onReset} />
      <p className={styles.soft}>
        Lost your phone? Ask whoever runs the service to reset your authenticator app. You can then set up
        another one here.
      </p>
    </Card>
  )
}
