import { describe, expect, test } from 'vitest'
import { resetRedirect } from './reset-redirect.ts'

const site = 'https://advice.example'

describe('resetRedirect', () => {
  test.each([
    [`${site}/reset-password`, '/reset-password'],
    [`${site}/reset-password?from=admin`, '/reset-password?from=admin'],
    ['/reset-password', '/reset-password'],
    ['/reset-password?from=admin', '/reset-password?from=admin'],
  ])('accepts %s as %s', (redirectTo, path) => {
    expect(resetRedirect(redirectTo, site)).toBe(path)
  })

  test.each([
    undefined,
    '',
    'https://evil.example/reset-password',
    'http://advice.example/reset-password',
    'https://advice.example:8443/reset-password',
    'https://advice.example.evil.example/reset-password',
    'https://advice.example@evil.example/reset-password',
    'https://evil.example#https://advice.example/reset-password',
    'https://evil.example/?https://advice.example/reset-password',
    'https://ADVICE.example/reset-password',
    'https://advice.example/reset-password/../admin',
    'https://advice.example/reset-password?from=admin&next=//evil.example',
    'https://advice.example/reset-password?from=Admin',
    'https://advice.example/reset-password#from=admin',
    'https://advice.example\\@evil.example/reset-password',
    'https://advice.example%2eevil.example/reset-password',
    'https://xn--advce-fsa.example/reset-password',
    'https://1249763844/reset-password',
    'http://123?.localhost/reset-password',
    '//evil.example/reset-password',
    '/\\evil.example/reset-password',
    'javascript:alert(1)//advice.example/reset-password',
    'data:text/html,reset-password',
    ' https://advice.example/reset-password?from=admin',
    'https://advice.example/reset-password?from=admin\r\nSet-Cookie: a=b',
    'https://advice.example/library',
    '/admin',
  ])('replaces %j with the reset page', (redirectTo) => {
    expect(resetRedirect(redirectTo, site)).toBe('/reset-password')
  })
})
