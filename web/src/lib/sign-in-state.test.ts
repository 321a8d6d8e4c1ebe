import { describe, expect, test } from 'vitest'
import { SyncSessionStorage } from './sign-in-state.ts'

describe('the state of a sign-in', () => {
  test('has what was written last, until it is removed', () => {
    const state = new SyncSessionStorage()
    expect(state.getItem('username')).toBeNull()
    state.setItem('username', 'nadia')
    state.setItem('username', 'marcus')
    state.setItem('expiry', '180')
    expect(state.getItem('username')).toBe('marcus')
    state.removeItem('username')
    expect(state.getItem('username')).toBeNull()
    state.clear()
    expect(state.getItem('expiry')).toBeNull()
  })
})
