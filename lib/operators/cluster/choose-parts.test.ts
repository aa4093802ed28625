import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseVersion, chooseZones, isNewer } from './choose-parts.ts'

const now = Date.parse('2026-11-23T00:00:00Z')
const profile = {
  spec: {
    kubernetes: {
      versions: [
        { version: '1.35.0', classification: 'preview' },
        { version: '1.34.7', classification: 'supported' },
        { version: '1.34.10' },
        { version: '1.33.11', classification: 'deprecated' },
        { version: '1.33.9', classification: 'supported' },
        { version: '1.32.13', classification: 'supported', expirationDate: '2026-11-01T00:00:00Z' },
        {},
      ],
    },
  },
}

test.each([
  ['the newest supported one', null, false, '1.34.10'],
  ['below 1.34 for a SecretBinding', null, true, '1.33.9'],
  ['a minor version by name', '1.33', false, '1.33.11'],
  ['a preview by name', '1.35.0', false, '1.35.0'],
  ['not one that only begins alike', '1.3', false, null],
  ['none that is expired', '1.32', false, null],
  ['none from 1.34 on for a SecretBinding', '1.34', true, null],
] as const)('%s', (_, wanted, bySecretBinding, expected) => {
  expect(chooseVersion(profile, { wanted, bySecretBinding, now })).toBe(expected)
})

test('returns none for a profile without versions', () => {
  expect(chooseVersion({}, { wanted: null, bySecretBinding: false, now })).toBeNull()
})

test.each([
  ['1.34.10', '1.34.7', true],
  ['1.34.7', '1.34.10', false],
  ['1.34', '1.34.0', false],
  ['2', '1.99', true],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})

const anyZones = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 6 })

test('are as many as requested, distinct, with existing ones first and in order', () => {
  fc.assert(
    fc.property(anyZones, anyZones, fc.nat(8), fc.string(), (offered, existing, count, seed) => {
      const zones = chooseZones({ offered, existing, count, seed })
      const all = new Set([...offered, ...existing])
      if (zones === null) {
        expect(count).toBeGreaterThan(all.size)
        return
      }
      expect(zones).toHaveLength(Math.max(count, existing.length))
      expect(zones.slice(0, existing.length)).toEqual(existing)
      expect(new Set(zones).size).toBe(zones.length)
      for (const zone of zones) expect(all).toContain(zone)
      expect(chooseZones({ offered, existing, count, seed })).toEqual(zones)
    }),
  )
})

test('of many clusters are spread over the region', () => {
  const offered = ['a', 'b', 'c']
  const firsts = Array.from({ length: 300 }, (_, n) =>
    chooseZones({ offered, existing: [], count: 1, seed: `${n}` })?.at(0),
  )
  for (const zone of offered) expect(firsts.filter(first => first === zone).length).toBeGreaterThan(50)
})
