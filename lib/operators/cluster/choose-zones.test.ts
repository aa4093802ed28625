import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseZones } from './choose-zones.ts'

const anyZones = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 6 })

test('are as many as wanted, all different, what was there first and in order', () => {
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
