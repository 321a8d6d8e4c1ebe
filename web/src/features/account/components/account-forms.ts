/**
 * The dialogs and forms of the profile, in one chunk: they open when a button is pressed, and their libraries are
 * larger than the page.
 */
export { AddPasskeyDialog } from './add-passkey-dialog.tsx'
export { CancelDialog } from './cancel-dialog.tsx'
export { ChangeEmailDialog } from './change-email-dialog.tsx'
export { ChangePasswordDialog } from './change-password-dialog.tsx'
export { ChangePlanDialog } from './change-plan-dialog.tsx'
export { DeleteDialog } from './delete-dialog.tsx'
export { FocusAfterReload } from './focus-after-reload.tsx'
export { DetailsForm } from './details-form.tsx'
export { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'
