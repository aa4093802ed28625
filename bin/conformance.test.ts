import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runHap } from '../test/cli/run-hap.ts'

const FILES = ['vectors.json', 'lifecycle.json', 'more.json']

function caseFile(name: string): string {
  return readFileSync(new URL(`../test/cases/${name}`, import.meta.url), 'utf8')
}

function count(name: string): number {
  return JSON.parse(caseFile(name)).length
}

async function conformance(cases: readonly unknown[], ...more: readonly string[]) {
  return runHap(['conformance', ...more, 'f'], { f: JSON.stringify(cases) })
}

describe.each(FILES)('%s', name => {
  test('passes under KEB semantics', async () => {
    const { code, out } = await runHap(['conformance', '--semantics', 'keb', name], { [name]: caseFile(name) })
    expect([code, out]).toEqual([0, `${count(name)} passed, 0 failed`])
  })

  test('differs under documented semantics only by the intended differences', async () => {
    const { code, out } = await runHap(['conformance', '--json', name], { [name]: caseFile(name) })
    const { passed, failed, cases } = JSON.parse(out)
    expect([code, passed, failed]).toEqual([0, count(name), 0])
    const ids = new Set(cases.flatMap((one: { differences: readonly string[] }) => one.differences))
    for (const id of ids) expect(id).toMatch(/^D([1-9]|1[0-4])$/)
  })
})

describe('a case', () => {
  const limit = { id: 'x', kind: 'limit', input: { limits: { default: 5 }, provider: 'aws' }, expect: 5 }
  const select = {
    id: 'x',
    kind: 'select',
    rules: ['aws'],
    input: {
      tenant: 'ga',
      plan: 'aws',
      platformRegion: '',
      hyperscalerRegion: '',
      hyperscaler: 'aws',
      bindings: [],
      shoots: [],
      instances: [],
    },
    expect: { ok: false, errors: [{ class: 'no-binding' }] },
  }

  test.each<[string, object, readonly string[]]>([
    ['of an unknown kind fails', { ...limit, kind: 'banana' }, ['Unknown kind of case banana.']],
    ['without a kind fails', { id: 'x' }, ['Unknown kind of case no kind.']],
    ['with an unknown key fails', { ...limit, extra: 1 }, ['Unknown: extra.']],
    [
      'with an unknown key deep inside fails',
      { ...select, input: { ...select.input, instances: [{ globalAccount: 'ga', binding: 'a', cnt: 1 }] } },
      ['Unknown: input.instances.0.cnt.'],
    ],
    [
      'with an unknown expectation fails',
      { ...select, expect: { ...select.expect, bnding: 'a' } },
      ['Unknown: expect.bnding.'],
    ],
  ])('%s', async (_, value, problems) => {
    const { code, out } = await conformance([value], '--json')
    expect([code, JSON.parse(out).cases[0].problems]).toEqual([1, problems])
  })

  test.each<[string, object, readonly string[]]>([
    ['another number', { ...limit, expect: 6 }, ['expect']],
    ['another error', { ...select, expect: { ok: false, errors: [{ class: 'guard' }] } }, ['errors']],
    [
      'one error too many',
      { ...select, expect: { ok: false, errors: [{ class: 'no-binding' }, { class: 'guard' }] } },
      ['errors'],
    ],
    [
      'another selector',
      { ...select, expect: { ...select.expect, labelSelector: { claim: 'x' } } },
      ['labelSelector.claim'],
    ],
    ['a binding', { ...select, expect: { ok: true, binding: 'a' } }, ['ok', 'binding']],
    [
      'one of several bindings',
      { ...select, expect: { ok: false, binding: 'a', bindingAnyOf: ['a', 'b'] } },
      ['binding'],
    ],
    ['a count', { ...select, expect: { ...select.expect, counts: { a: 1 } } }, ['counts']],
    ['a gauge KEB does not have', { id: 'm', kind: 'metrics', input: {}, expect: { other: {} } }, ['other']],
    [
      'another gauge value',
      { id: 'm', kind: 'metrics', input: {}, expect: { kcp_keb_v2_dirty_credentials_bindings: { aws: 1 } } },
      ['kcp_keb_v2_dirty_credentials_bindings{aws}'],
    ],
    [
      'a gauge value named like what every object has',
      { id: 'm', kind: 'metrics', input: {}, expect: { kcp_keb_v2_dirty_credentials_bindings: { constructor: 1 } } },
      ['kcp_keb_v2_dirty_credentials_bindings{constructor}'],
    ],
    [
      'an uncovered plan less',
      {
        id: 'v',
        kind: 'validate',
        rules: ['aws'],
        plans: { allowed: ['aws', 'gcp', 'azure'], required: ['gcp', 'azure'] },
        expect: { ok: false, errors: [{ class: 'plan', uncovered: ['gcp'] }] },
      },
      ['errors'],
    ],
  ])('that expects %s fails, in both semantics', async (_, value, paths) => {
    for (const semantics of ['keb', 'documented']) {
      const { code, out } = await conformance([value], '--json', '--semantics', semantics)
      const [found] = JSON.parse(out).cases
      expect([code, found.mismatches.map((one: { path: string }) => one.path)]).toEqual([1, paths])
    }
  })

  test('prints the expected and the actual result', async () => {
    const { out } = await conformance([{ ...limit, expect: 6 }])
    expect(out).toBe('f: x (limit): failed\n  expect\n    expected 6\n    actual   5\n0 passed, 1 failed')
  })

  test('names the documented difference behind a failure', async () => {
    const { code, out } = await conformance([
      { id: 'p', kind: 'parse', rules: ['aws()'], expect: { ok: false, errors: [{ class: 'parse' }] } },
    ])
    expect(code).toBe(0)
    expect(out).toContain('p (parse): differs as intended, D1')
    expect(out.split('\n').at(-1)).toBe('1 passed, 0 failed')
  })

  test('parses cases in YAML', async () => {
    const cases = '# what KEB says\n- { id: p, kind: parse, rules: [aws], expect: { ok: true } }\n'
    const { code, out } = await runHap(['conformance', 'f'], { f: cases })
    expect([code, out.split('\n').at(-1)]).toEqual([0, '1 passed, 0 failed'])
  })
})

test.each([
  ['{', 'f:1:2: Flow map must end with a }.'],
  ['{}', 'f is not a list of cases.'],
  ['\u0001', 'f:1:1: The file is binary.'],
])('rejects a file with %j', async (file, message) => {
  const { code, err } = await runHap(['conformance', 'f'], { f: file })
  expect(code).toBe(2)
  expect(err).toContain(message)
})
