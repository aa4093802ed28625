import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capSeries, MetricRegistry, metricSource, OTHERS, single } from './metric-registry.ts'

const gauge = (help: string) => ({ type: 'gauge', help }) as const

test('prints the current samples with their type and quotes labels', async () => {
  let free = 3
  const metrics = new MetricRegistry(() => {})
  metrics.add(
    metricSource({ hap_free: gauge('Free accounts'), hap_runs_total: { type: 'counter', help: 'Runs' } }, () => ({
      hap_free: [{ labels: { pool: 'aws "x"\n' }, value: free }],
      hap_runs_total: single(7),
    })),
  )
  expect(await metrics.text()).toContain(
    '# HELP hap_free Free accounts\n# TYPE hap_free gauge\nhap_free{pool="aws \\"x\\"\\n"} 3\n',
  )
  free = 2
  const again = await metrics.text()
  expect(again).toContain('} 2\n')
  expect(again).toContain('# TYPE hap_runs_total counter\nhap_runs_total 7\n')
})

test('a histogram has its buckets, sum and count', async () => {
  const metrics = new MetricRegistry(() => {})
  metrics.add(
    metricSource({ hap_run_seconds: { type: 'histogram', help: 'Runs' } }, () => ({
      hap_run_seconds: [
        { suffix: '_bucket', labels: { le: 0.1 }, value: 1 },
        { suffix: '_bucket', labels: { le: '+Inf' }, value: 2 },
        { suffix: '_sum', labels: {}, value: 0.7 },
        { suffix: '_count', labels: {}, value: 2 },
      ],
    })),
  )
  expect(await metrics.text()).toContain(
    '# TYPE hap_run_seconds histogram\nhap_run_seconds_bucket{le="0.1"} 1\nhap_run_seconds_bucket{le="+Inf"} 2\nhap_run_seconds_sum 0.7\nhap_run_seconds_count 2',
  )
})

test('a failing or hanging part does not affect others, and is counted', async () => {
  const failures: unknown[] = []
  const metrics = new MetricRegistry(error => failures.push(error), 20)
  metrics.add(metricSource({ hap_broken: gauge('Broken') }, () => Promise.reject(new Error('no database'))))
  metrics.add(
    metricSource({ hap_thrown: gauge('Thrown') }, () => {
      throw new Error('synchronous')
    }),
  )
  metrics.add(metricSource({ hap_hangs: gauge('Hangs') }, () => new Promise<never>(() => {})))
  metrics.add(metricSource({ hap_well: gauge('Well') }, () => ({ hap_well: single(1) })))
  const text = await metrics.text()
  expect(text).toContain('hap_well 1\n')
  expect(text).not.toMatch(/^hap_(broken|thrown|hangs) /m)
  expect(text).toContain('hap_metrics_failures_total 3\n')
  expect(failures.map(String)).toContain('Error: These metrics took more than 0.02 s: hap_hangs')
})

test('no two parts share the name of a metric', () => {
  const metrics = new MetricRegistry(() => {})
  const source = metricSource({ hap_free: gauge('Free') }, () => ({ hap_free: [] }))
  metrics.add(source)
  expect(() => metrics.add(source)).toThrow(/hap_free/)
})

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

test('folding keeps sums and the largest series, and adds one series for the rest of each type', () => {
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

test('folded samples do not depend on their order', () => {
  const samples = ['a', 'b', 'c', 'd'].map(tenant => ({ labels: { tenant }, value: 1 }))
  expect(capSeries(samples.toReversed(), 2, ['tenant'])).toEqual(capSeries(samples, 2, ['tenant']))
})
