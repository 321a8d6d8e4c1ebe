import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'
import { useFormBusy } from './form-busy.ts'

export type TextAreaProps = ComponentProps<'textarea'> & FieldTexts

/** A text field with several lines. */
export const TextArea = ({ id, label, hint, error, className, ...area }: TextAreaProps) => {
  const busy = useFormBusy()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          readOnly={busy || area.readOnly}
          className={classNames(styles.control, styles.area, className)}
        />
      )}
    </Field>
  )
}
