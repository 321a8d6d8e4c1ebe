import { useId, type ComponentProps } from 'react'
import { FieldError } from './field.tsx'
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

/** One of a few values, each on a card of its own. `{...register('userType')}` may be spread in. */
export const RadioCards = ({ label, error, options, ...input }: RadioCardsProps) => {
  const id = useId()
  return (
    <fieldset
      className={styles.group}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input {...input} type="radio" value={option.value} />
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
