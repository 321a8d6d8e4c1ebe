import { useId, type ComponentProps, type ReactNode } from 'react'
import { useAfterPress } from './after-press.ts'
import { FieldError } from './field.tsx'
import { keepChoice, useFormBusy } from './form-busy.ts'
import styles from './choice.module.css'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  readonly label: ReactNode
  readonly error?: string | undefined
}

/** A checkbox with its label and error. */
export const Checkbox = ({ id, label, error: newError, className, ...input }: CheckboxProps) => {
  const error = useAfterPress(newError)
  const ownId = useId()
  const inputId = id ?? ownId
  const busy = useFormBusy()
  return (
    <div className={className}>
      <label className={styles.checkbox} htmlFor={inputId}>
        <input
          {...input}
          {...(busy && { onClick: keepChoice })}
          id={inputId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-readonly={busy || undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${inputId}-error`} error={error} />
    </div>
  )
}
