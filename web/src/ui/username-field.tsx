/** Hidden field with the account that the password of the form belongs to, for password managers. */
export const UsernameField = ({ email }: { readonly email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden tabIndex={-1} />
)
