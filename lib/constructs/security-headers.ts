import { createHash } from 'node:crypto'
import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  type HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type IResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { beforePaint } from '#shared/values/before-paint.ts'
import { earlyCalls } from '#shared/values/early-calls.ts'
import { reviewWidget } from '#shared/values/brand.ts'
import type { ChatConfig } from '#shared/values/chat.ts'
import { speculationRules } from '#shared/values/speculation-rules.ts'
import { liveDoor } from '#web-build/live-door.ts'
import type { Stage } from '../stages.ts'
import { chatSources } from './chat-sources.ts'

export interface ContentOrigins {
  /** Cognito's origin. */
  readonly userPool: string
  /** Origin of the library files. */
  readonly library: string
  /** Origin of the hosted payment pages. */
  readonly checkout: string
  /** The chat provider, if the stage has one. */
  readonly chat: ChatConfig | undefined
}

/**
 * Everything in a `script` element of a page, or in an element that the boot script adds, except data for search
 * engines.
 */
const inlineScripts = [beforePaint, liveDoor(), earlyCalls, speculationRules]

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const directives = ({
  userPool,
  library,
  checkout,
  chat,
}: ContentOrigins): Record<string, readonly string[]> => {
  const chatSource = chatSources(chat)
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts.map(hashOf), ...chatSource.script],
    // Inline styles are allowed because the widgets of both chat providers add style elements to the page and accept no
    // nonce.
    'style-src': ["'self'", "'unsafe-inline'", ...chatSource.style],
    'img-src': ["'self'", 'data:', 'blob:', library, 'https://i.ytimg.com', ...chatSource.image],
    // The public pages and the library contain the characters of their headings as `data:`.
    'font-src': ["'self'", 'data:', ...chatSource.font],
    'media-src': ["'self'", library, ...chatSource.media],
    'connect-src': ["'self'", userPool, library, ...chatSource.connect],
    'frame-src': [
      'https://www.youtube-nocookie.com',
      'https://view.officeapps.live.com',
      new URL(reviewWidget.embedUrl).origin,
      ...chatSource.frame,
    ],
    'form-action': ["'self'", checkout],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  }
}

/**
 * Returns the content security policy of the pages. Scripts can run only from our own files, from the chat widget, and
 * inline if they match the hash of one of `inlineScripts`.
 */
export const contentSecurityPolicy = (origins: ContentOrigins): string =>
  Object.entries(directives(origins))
    .map(([directive, sources]) => `${directive} ${[...new Set(sources)].join(' ')}`)
    .join('; ')

export interface SecurityHeadersProps {
  readonly stage: Stage
  readonly name: string
  readonly origins: ContentOrigins
  readonly referrerPolicy: HeadersReferrerPolicy
}

/** Creates the security headers of every response. They override headers of the origin. */
export const securityHeaders = (
  scope: Construct,
  id: string,
  { stage, name, origins, referrerPolicy }: SecurityHeadersProps,
): IResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(origins), override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: stage.hstsIncludeSubDomains,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'permissions-policy',
          value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
          override: true,
        },
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
      ],
    },
  })
