import { createHash } from 'node:crypto'
import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  type HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type IResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { beforePaint } from '../../shared/values/before-paint.ts'
import { reviewWidget } from '../../shared/values/brand.ts'
import type { ChatConfig } from '../../shared/values/chat.ts'
import { chatSources } from './chat-sources.ts'

export interface ContentOrigins {
  /** Where Cognito answers browsers. */
  readonly userPool: string
  /** Where the files of the library are. */
  readonly library: string
  /** Where people pay. */
  readonly checkout: string
  /** The chat, where the stage has one. */
  readonly chat: ChatConfig | undefined
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const directives = ({
  userPool,
  library,
  checkout,
  chat,
}: ContentOrigins): Record<string, readonly string[]> => {
  const ofChat = chatSources(chat)
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", hashOf(beforePaint), ...ofChat.script],
    'style-src': ["'self'", "'unsafe-inline'", ...ofChat.style],
    'img-src': ["'self'", 'data:', 'blob:', library, 'https://i.ytimg.com', ...ofChat.image],
    'font-src': ["'self'", ...ofChat.font],
    'media-src': ["'self'", library, ...ofChat.media],
    'connect-src': ["'self'", userPool, library, ...ofChat.connect],
    'frame-src': [
      'https://www.youtube-nocookie.com',
      'https://view.officeapps.live.com',
      new URL(reviewWidget.embedUrl).origin,
      ...ofChat.frame,
    ],
    'form-action': ["'self'", checkout],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
  }
}

/** What a page may load, and from where. No script runs that is not a file of ours or
 * of the chat widget, but the one that every page begins with, to the letter. */
export const contentSecurityPolicy = (origins: ContentOrigins): string =>
  Object.entries(directives(origins))
    .map(([directive, sources]) => `${directive} ${[...new Set(sources)].join(' ')}`)
    .join('; ')

export interface SecurityHeadersProps {
  readonly name: string
  readonly origins: ContentOrigins
  readonly referrerPolicy: HeadersReferrerPolicy
}

/** The headers that every answer carries, whatever its origin says. */
export const securityHeaders = (
  scope: Construct,
  id: string,
  { name, origins, referrerPolicy }: SecurityHeadersProps,
): IResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(origins), override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
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
