/** Hidden field that tells password managers which account the password of the form belongs to. */
export const UsernameField = ({ email }: { readonly email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden tabIndex={-1} />
)
