import { env } from '#platform/env.ts'

/** The site as a relying party of WebAuthn. */
export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  readonly id: string
  /** The origin whose pages may use them. */
  readonly origin: string
}

/** Returns the relying party of the stage, or `undefined` if its passkeys are off. */
export const relyingParty = (): RelyingParty | undefined => {
  const id = env('PASSKEY_DOMAIN')
  return id === '' ? undefined : { id, origin: env('SITE_URL') }
}
