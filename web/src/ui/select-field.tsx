import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import { useFormBusy } from './form-busy.ts'
import { Icon } from './icon.tsx'
import styles from './field.module.css'

export type SelectFieldProps = ComponentProps<'select'> &
  FieldTexts & {
    readonly options: readonly { readonly value: string; readonly label: string }[]
    /** The label of an empty first option, such as 'Please choose'. */
    readonly placeholder?: string
  }

/** A choice of several values, in the browser's own list. */
export const SelectField = ({
  id,
  label,
  hint,
  error,
  options,
  placeholder,
  className,
  ...select
}: SelectFieldProps) => {
  const busy = useFormBusy()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.select}>
          <select
            {...select}
            {...control}
            disabled={busy || select.disabled} // browsers have no read-only lists
            className={classNames(styles.control, className)}
          >
            {placeholder ? <option value="">{placeholder}</option> : null}
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={18} />
        </span>
      )}
    </Field>
  )
}
