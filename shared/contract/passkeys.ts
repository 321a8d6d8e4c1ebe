import * as z from 'zod/mini'
import { maxPasskeyNameLength } from '../values/passkeys.ts'
import { nothing, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

/** Binary data as WebAuthn sends it in JSON. */
const base64url = (maxLength: number) =>
  z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[\w-]+$/))

/** The standard limits a credential id to 1023 bytes. */
const credentialId = base64url(1364)
const type = z.literal('public-key')
const clientDataJSON = base64url(4000)

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO time. */
  createdAt: z.string(),
  /** ISO time. Null if no one has signed in with it yet. */
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkey>

export const listPasskeys = operation({
  name: 'list-passkeys',
  summary: "Returns the caller's passkeys, oldest first.",
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ passkeys: z.array(passkey) }),
  errors: ['not_found'],
})

export const startAddingPasskey = operation({
  name: 'start-adding-passkey',
  summary: 'Returns the options with which the browser creates a passkey. They are valid for five minutes.',
  caller: 'signedIn',
  body: nothing,
  /** `PublicKeyCredentialCreationOptionsJSON` of the WebAuthn standard. */
  ok: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type, alg: z.number() })),
    timeout: z.number(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(
      z.object({ id: z.string(), type, transports: z.optional(z.array(z.string())) }),
    ),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
  errors: ['not_found', 'recent_sign_in_needed', 'too_many_passkeys'],
  limits: [{ by: 'user', max: 20, windowSeconds: 3600 }],
})

export const addPasskey = operation({
  name: 'add-passkey',
  summary: 'Stores a passkey that the browser has created, and emails a notification.',
  caller: 'signedIn',
  body: z.object({
    name: requiredLine('Name', 1, maxPasskeyNameLength),
    /** `RegistrationResponseJSON` of the WebAuthn standard. */
    response: z.object({
      id: credentialId,
      rawId: credentialId,
      type,
      response: z.object({
        clientDataJSON,
        attestationObject: base64url(20_000),
        transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
      }),
    }),
  }),
  ok: z.object({ passkey }),
  errors: ['not_found', 'passkey_not_created', 'passkey_expired', 'too_many_passkeys'],
  limits: [{ by: 'user', max: 20, windowSeconds: 3600 }],
})

export const removePasskey = operation({
  name: 'remove-passkey',
  summary: "Removes one of the caller's passkeys, and emails a notification.",
  caller: 'signedIn',
  body: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  ok: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const startPasskeySignIn = operation({
  name: 'start-passkey-sign-in',
  summary: 'Returns the options with which the browser asks for a passkey. They are valid for five minutes.',
  caller: 'anyone',
  body: nothing,
  /** `PublicKeyCredentialRequestOptionsJSON` of the WebAuthn standard. It names no passkey: the user chooses one. */
  ok: z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    userVerification: z.literal('required'),
  }),
  errors: ['not_found'],
  limits: [{ by: 'client', max: 60, windowSeconds: 900 }],
})

export const signInWithPasskey = operation({
  name: 'sign-in-with-passkey',
  summary: 'Signs in with a passkey. Returns the same tokens as an emailed sign-in link.',
  caller: 'anyone',
  body: z.object({
    /** `AuthenticationResponseJSON` of the WebAuthn standard. */
    response: z.object({
      id: credentialId,
      rawId: credentialId,
      type,
      response: z.object({
        clientDataJSON,
        authenticatorData: base64url(4000),
        signature: base64url(4000),
        /** The account's id, as the passkey stores it. Null for a security key that stores no account. */
        userHandle: z.nullish(base64url(88)),
      }),
    }),
  }),
  ok: z.object({
    accessToken: z.string(),
    refreshToken: z.string(),
    email: z.string(),
  }),
  errors: ['not_found', 'passkey_unknown', 'passkey_expired'],
  limits: [{ by: 'client', max: 30, windowSeconds: 900 }],
})
