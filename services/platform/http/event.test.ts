import { describe, expect, test } from 'vitest'
import { networkOf, wideNetworkOf } from './event.ts'

describe('networkOf', () => {
  test.each([
    ['198.18.0.1', '198.18.0.1'],
    ['::ffff:198.18.0.1', '198.18.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('keeps neighbouring networks apart', () => {
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  })
})

describe('wideNetworkOf', () => {
  test.each([
    ['198.18.0.1', '198.18.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
  ])('counts %s as %s', (address, network) => {
    expect(wideNetworkOf(networkOf(address))).toBe(network)
  })
})
