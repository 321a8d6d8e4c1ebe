import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { newPasswordForm } from '../../../../../shared/contract/identity.ts'
import { passwordStrength } from '../../../../../shared/rules/password-strength.ts'
import { minPasswordLength } from '../../../../../shared/values/limits.ts'
import { passwordErrorText, updatePassword } from '../../../lib/update-password.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import styles from '../identity.module.css'

type NewPassword = z.infer<typeof newPasswordForm>

const resolver = zodResolver(newPasswordForm)

/** Chooses a new password. The person is signed out everywhere afterwards. */
export const NewPasswordForm = ({ onChanged }: { onChanged: () => void }) => {
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
  const submit = async ({ newPassword }: NewPassword) => {
    setFailure(undefined)
    try {
      await updatePassword(newPassword)
      onChanged()
    } catch (reason) {
      setFailure(passwordErrorText(reason))
    }
  }
  return (
    <form
      method="post"
      className={styles.stack}
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      {failure ? <Alert kind="error">{failure}</Alert> : null}
      <NewPasswordFields
        newPassword={register('newPassword', recheck)}
        confirmPassword={register('confirmPassword')}
        errors={{
          newPassword: formState.errors.newPassword?.message,
          confirmPassword: formState.errors.confirmPassword?.message,
        }}
        strength={typed ? passwordStrength(typed) : undefined}
        minLength={minPasswordLength}
      />
      <Button type="submit" wide loading={formState.isSubmitting}>
        Set new password
      </Button>
    </form>
  )
}
