import type { CallRecord, Identity } from '../types.ts'
import { AwsError } from './aws-error.ts'
import { accessDenied, isAllowed } from './iam.ts'
import type { Call, Service } from './service.ts'

/** What of a call record is known before the call is answered. */
export type Checked = Pick<CallRecord, 'function' | 'service' | 'action' | 'resource' | 'allowed'>

/** Checks the needs of one call against the role of who signed it, and notes every one in `checked`. */
export const createAuthorizer =
  (
    signer: Identity | null,
    service: Service['name'],
    accountId: string,
    checked: Checked[],
  ): Call['authorize'] =>
  (permissions, formSigner) => {
    const identity = formSigner ?? signer
    const results = permissions.map((permission) => ({
      permission,
      allowed: identity !== null && isAllowed(identity.policies, permission),
    }))
    for (const { permission, allowed } of results) {
      const { action, resource } = permission
      checked.push({ function: identity?.name ?? 'anonymous', service, action, resource, allowed })
    }
    const denied = results.find(({ allowed }) => !allowed)
    if (!denied) return
    throw identity
      ? accessDenied(identity, accountId, denied.permission)
      : new AwsError('AccessDenied', 403, 'Access Denied')
  }
