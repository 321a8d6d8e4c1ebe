import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { structuredData } from './structured-data.ts'

describe('structured data', () => {
  test.each([paths.home, paths.faq, paths.contact])(
    'contains no character that could end the script: %s',
    (path) => {
      const [, content = ''] =
        /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(structuredData(path)) ?? []
      expect(content).not.toContain('<')
      expect(JSON.parse(content)).toHaveProperty('@graph')
    },
  )

  test('names the sign-up page like its title', () => {
    expect(structuredData(paths.signUp)).toContain('"name":"Create your account"')
  })
})
