import { useId, type ReactNode } from 'react'
import { useAfterPress } from './after-press.ts'
import { Icon } from './icon.tsx'
import styles from './field.module.css'

export interface FieldTexts {
  readonly label: string
  readonly hint?: ReactNode
  /** The error and how to correct it. Marks the control as invalid. */
  readonly error?: string | undefined
}

/** The attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldProps extends FieldTexts {
  readonly id?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** A form control with its label, hint and error, connected for screen readers. */
export const Field = ({ id, label, hint, error: newError, children }: FieldProps) => {
  const error = useAfterPress(newError)
  const ownId = useId()
  const controlId = id ?? ownId
  const described = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {hint ? (
        <div className={styles.hint} id={`${controlId}-hint`}>
          {hint}
        </div>
      ) : null}
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={`${controlId}-error`} error={error} />
    </div>
  )
}

/** The error message under a control. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error?: string | undefined }) =>
  error ? (
    <p className={styles.error} id={id}>
      <Icon name="error" size={18} />
      {/* A new element for each text: see `live-text.tsx`. */}
      <span key={error}>{error}</span>
    </p>
  ) : null
