import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'
import { useFormBusy } from './form-busy.ts'

export type TextFieldProps = ComponentProps<'input'> & FieldTexts

/** A text field with one line. Uncontrolled unless `value` is given. Accepts `{...register('name')}`. */
export const TextField = ({ id, label, hint, error, className, ...input }: TextFieldProps) => {
  const busy = useFormBusy()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          readOnly={busy || input.readOnly}
          className={classNames(styles.control, className)}
        />
      )}
    </Field>
  )
}
