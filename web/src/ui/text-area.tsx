import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

export type TextAreaProps = ComponentProps<'textarea'> & FieldTexts

/** A text field with several lines. */
export const TextArea = ({ id, label, hint, error, className, ...area }: TextAreaProps) => (
  <Field id={id} label={label} hint={hint} error={error}>
    {(control) => (
      <textarea {...area} {...control} className={classNames(styles.control, styles.area, className)} />
    )}
  </Field>
)
