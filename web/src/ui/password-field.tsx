import { useState, type ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'
import { useFormBusy } from './form-busy.ts'
import { LiveText } from './live-text.tsx'

export type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldTexts

/** A password field with a button that shows or hides the password. */
export const PasswordField = ({ id, label, hint, error, className, ...input }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  const busy = useFormBusy()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.password}>
          <input
            {...input}
            {...control}
            readOnly={busy || input.readOnly}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={classNames(styles.control, className)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-controls={control.id}
            data-app
            onClick={() => setShown(!shown)}
          >
            <LiveText>{shown ? 'Hide' : 'Show'}</LiveText>
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
