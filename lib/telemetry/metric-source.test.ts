import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capSeries, OTHERS } from './metric-source.ts'

const anySamples = fc
  .uniqueArray(fc.record({ type: fc.constantFrom('aws', 'gcp'), tenant: fc.nat(40) }), {
    selector: ({ type, tenant }) => `${type} ${tenant}`,
    maxLength: 60,
  })
  .chain(labels =>
    fc.tuple(
      ...labels.map(({ type, tenant }) => fc.nat(9).map(value => ({ labels: { type, tenant: `t${tenant}` }, value }))),
    ),
  )

test('sums stay right, there are never more series than allowed and one of the rest for each type, and the largest are kept', () => {
  fc.assert(
    fc.property(anySamples, fc.nat(20), (samples, most) => {
      const kept = capSeries(samples, most, ['tenant'])
      const sums = (of: readonly { labels: { type?: string | number }; value: number }[]) =>
        ['aws', 'gcp'].map(type =>
          of.filter(({ labels }) => labels.type === type).reduce((sum, { value }) => sum + value, 0),
        )
      expect(sums(kept)).toEqual(sums(samples))
      expect(kept.length).toBeLessThanOrEqual(Math.max(most, 0) + 2)
      const own = kept.filter(({ labels }) => labels.tenant !== OTHERS)
      expect(own).toHaveLength(Math.min(most, samples.length))
      const least = Math.min(...own.map(({ value }) => value))
      const left = samples.filter(sample => !own.includes(sample))
      for (const { value } of left) expect(value).toBeLessThanOrEqual(least)
    }),
  )
})

test('the folded samples do not depend on their order', () => {
  const samples = ['a', 'b', 'c', 'd'].map(tenant => ({ labels: { tenant }, value: 1 }))
  expect(capSeries(samples.toReversed(), 2, ['tenant'])).toEqual(capSeries(samples, 2, ['tenant']))
})
