import { useState, type FormEvent } from 'react'
import { codeDigits } from '#shared/values/limits.ts'
import { CallError } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { confirmSecondFactor } from '../api.ts'
import styles from './second-factor.module.css'

interface CodeFormProps {
  readonly onPassed: () => void
  /** Called when the account has no authenticator app on the server. */
  readonly onMissing: () => void
}

const isComplete = (code: string): boolean => new RegExp(`^\\d{${codeDigits}}$`).test(code)

/** The field for a code of the authenticator app. Some apps show a space in the code, which is removed. */
export const CodeForm = ({ onPassed, onMissing }: CodeFormProps) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = text.replaceAll(/\s/g, '')
    if (!isComplete(code)) return setError(`Please enter the ${codeDigits} digits that your app shows`)
    setBusy(true)
    setError(undefined)
    try {
      await confirmSecondFactor(code)
      onPassed()
    } catch (failure) {
      setBusy(false)
      if (failure instanceof CallError && failure.code === 'second_factor_not_set_up') return onMissing()
      setError(messageOf(failure))
    }
  }
  return (
    <Form
      busy={busy}
      method="post"
      className={styles.form}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Code"
        hint="The code changes every 30 seconds."
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        className={styles.code}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" loading={busy}>
        Continue
      </Button>
    </Form>
  )
}
