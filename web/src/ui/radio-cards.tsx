import { useId, type ComponentProps } from 'react'
import { useAfterPress } from './after-press.ts'
import { FieldError } from './field.tsx'
import { keepChoice, useFormBusy } from './form-busy.ts'
import styles from './choice.module.css'

export type RadioCardsProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'id' | 'className'> & {
  readonly label: string
  readonly error?: string | undefined
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly description?: string
  }[]
}

/** A choice of a few values, each on its own card. Accepts `{...register('userType')}`. */
export const RadioCards = ({ label, error: newError, options, ...input }: RadioCardsProps) => {
  const error = useAfterPress(newError)
  const id = useId()
  const busy = useFormBusy()
  return (
    <fieldset
      className={styles.group}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-readonly={busy || undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input {...input} {...(busy && { onClick: keepChoice })} type="radio" value={option.value} />
            <span>
              <span className={styles.cardLabel}>{option.label}</span>
              {option.description ? <span className={styles.description}>{option.description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
