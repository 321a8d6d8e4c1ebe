import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState, type FormEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { newPasswordForm } from '#shared/contract/identity.ts'
import { passwordStrength } from '#shared/rules/password-strength.ts'
import { minPasswordLength } from '#shared/values/limits.ts'
import { confirmSignOut } from './sign-out-question.ts'
import { maySetPassword, passwordErrorText, updatePassword } from './update-password.ts'

type NewPassword = z.infer<typeof newPasswordForm>

const resolver = zodResolver(newPasswordForm)

interface NewPasswordOptions {
  readonly onChanged: () => void
  /**
   * Returns whether the failure is handled outside the form. It is then not in `failure`. `mayBeSet`: an earlier attempt
   * may have set the password.
   */
  readonly onFailed?: (reason: unknown, mayBeSet: boolean) => boolean
  /** True if all passkeys are removed with the former password. */
  readonly removesPasskeys?: boolean
}

/**
 * Manages a form for a new password. Pass `fields` to `NewPasswordFields`. When the password has been set, the user is
 * signed out everywhere before `onChanged` is called. Asks first if that would stop something, such as uploads.
 */
export const useNewPassword = ({ onChanged, onFailed, removesPasskeys = false }: NewPasswordOptions) => {
  const form = useForm<NewPassword>({
    resolver,
    mode: 'onChange',
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { register, formState, control, trigger, getValues } = form
  const typed = useWatch({ control, name: 'newPassword' })
  const [failure, setFailure] = useState<string>()
  const recheck = {
    onChange: () => {
      if (getValues('confirmPassword')) void trigger('confirmPassword')
    },
  }
  const mayBeSet = useRef(false)
  const send = async ({ newPassword }: NewPassword) => {
    setFailure(undefined)
    if (!confirmSignOut()) return
    try {
      await updatePassword(newPassword, removesPasskeys)
      onChanged()
    } catch (reason) {
      if (!onFailed?.(reason, mayBeSet.current)) setFailure(passwordErrorText(reason, mayBeSet.current))
      if (maySetPassword(reason)) mayBeSet.current = true
    }
  }
  return {
    fields: {
      newPassword: register('newPassword', recheck),
      confirmPassword: register('confirmPassword'),
      errors: {
        newPassword: formState.errors.newPassword?.message,
        confirmPassword: formState.errors.confirmPassword?.message,
      },
      strength: typed ? passwordStrength(typed) : undefined,
      minLength: minPasswordLength,
    },
    /** The text of the last failure. */
    failure,
    busy: formState.isSubmitting,
    onSubmit: (event: FormEvent) => void form.handleSubmit(send)(event),
  }
}
