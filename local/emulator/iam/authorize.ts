import type { CallRecord } from '#local/kit/call-record.ts'
import type { Identity } from '../protocol/identity.ts'
import { AwsError } from '../protocol/aws-error.ts'
import { accessDenied, isAllowed } from './policies.ts'
import type { Call, Service } from '../protocol/service.ts'

/** The fields of a call record that are set before the response. */
export type Checked = Pick<CallRecord, 'function' | 'service' | 'action' | 'resource' | 'allowed'>

/** Checks the required permissions of a call against the role of its signer, and adds each to `checked`. */
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
