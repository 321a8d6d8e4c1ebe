import { describe, expect, test } from 'vitest'
import { getUsers } from './admin.ts'
import { contactForm } from './contact.ts'
import { accountEmail, email, requiredLine, requiredText } from './fields.ts'
import * as identity from './identity.ts'
import { addMediaLink, saveFileTitle } from './library.ts'

const formsWithEmail = {
  signUp: identity.signUpForm,
  checkPendingSignUp: identity.checkPendingSignUp.body,
  resendConfirmation: identity.resendConfirmation.body,
  sendMagicLink: identity.sendMagicLink.body,
  sendPasswordResetEmail: identity.sendPasswordResetEmail.body,
  contact: contactForm,
}

const line = requiredLine('Name', 2, 100)
const text = requiredText('Message', 2, 100)

const messageOf = (field: typeof line, value: string) => field.safeParse(value).error?.issues[0]?.message

describe('text fields', () => {
  test.each(['a\u0000b', 'a\u0085b', 'a\u202eb', 'a\u2066b', 'a\ud83db', 'a\u001bb'])(
    'reject the control character in %j',
    (value) => {
      expect(messageOf(line, value)).toBe('Please remove control characters')
      expect(messageOf(text, value)).toBe('Please remove control characters')
    },
  )

  test.each(['a\nb', 'a\tb', 'a\u2028b'])('reject the line break in %j in a line, not in a text', (value) => {
    expect(messageOf(line, value)).toBe('Please remove control characters')
    expect(messageOf(text, value)).toBeUndefined()
  })

  test.each(['\u200b\u200d', '\ufeff', '\u3164\u3164'])('treat the invisible text %j as empty', (value) => {
    expect(messageOf(line, value)).toBe('Name is required')
  })

  test('do not count invisible characters towards the minimum length', () => {
    expect(messageOf(line, 'a\u200b')).toBe('Name must be at least 2 characters')
  })

  test('store composed characters', () => {
    expect(line.parse('Zoe\u0308')).toBe('Zo\u00eb')
    expect(line.parse('\u{1f469}\u200d\u{1f527} Ana')).toBe('\u{1f469}\u200d\u{1f527} Ana')
  })
})

describe('email', () => {
  test('has one spelling for each address', () => {
    expect(email.parse('  Nia@People.Example ')).toBe('nia@people.example')
  })

  test.each([
    'nia@people.example.',
    'nia.@people.example',
    'nia@people.example\u0000',
    'zoe\u0308@people.example',
    'zo\u00eb@people.example',
    'nia@b\u00fccher.example',
    'nia\u200b@people.example',
    'nia@people\u3002example',
    'nia@\uff50eople.example',
    'ni\u0430@people.example',
    '\u212aim@people.example',
    'nia@people.example\u200b',
  ])('rejects %j', (value) => {
    expect(email.safeParse(value).success).toBe(false)
  })

  test.each(Object.entries(formsWithEmail))('is one of two fields in %s', (_name, form) => {
    expect([email, accountEmail]).toContain(form.shape.email)
  })

  test('has the same spelling in an account', () => {
    expect(accountEmail.parse('  Nia@People.Example ')).toBe('nia@people.example')
    expect(accountEmail.safeParse('nia@people.example.').success).toBe(false)
  })

  test('accepts an international domain in its ASCII spelling only', () => {
    expect(email.parse('Nia@XN--Bcher-kva.example')).toBe('nia@xn--bcher-kva.example')
  })
})

describe('titles and descriptions of the library', () => {
  const path = 'library/guides_1_a.pdf'
  const save = (fields: object) => saveFileTitle.body.safeParse({ path, ...fields })

  test.each(['a\u0000b', 'a\u202eb', 'a\ud83db'])('reject the control character in %j', (value) => {
    const video = addMediaLink.body.safeParse({ url: 'https://youtu.be/addTest0004', title: value })
    for (const result of [save({ title: value }), save({ description: value }), video])
      expect(result.error?.issues[0]?.message).toBe('Please remove control characters')
  })

  test('allow a line break in a description, not in a title', () => {
    expect(save({ description: 'a\nb' }).data).toMatchObject({ description: 'a\nb' })
    expect(save({ title: 'a\nb' }).success).toBe(false)
  })

  test('are stored with composed characters, or not at all if nothing is visible', () => {
    expect(save({ title: ' Zoe\u0308 ', description: '\u200b\ufeff' }).data).toMatchObject({
      title: 'Zo\u00eb',
      description: null,
    })
  })
})

describe('the search for accounts', () => {
  test.each(['a\u0000b', 'a\nb', 'a\ud83db'])('rejects the control character in %j', (searchEmail) => {
    expect(getUsers.body.safeParse({ searchEmail }).error?.issues[0]?.message).toBe(
      'Please remove control characters',
    )
  })
})
