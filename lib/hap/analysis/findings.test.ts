import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BINDING_STATES } from '../pools/state.ts'
import { FINDING_SEVERITY, FINDINGS, findingsOf, isFound } from './findings.ts'

const NOTHING = {
  state: 'claimed',
  stateWithoutHold: 'claimed',
  migrated: false,
  restored: false,
  malformed: false,
  unlabelled: false,
  contradictory: false,
  misspelled: false,
  found: true,
  clusters: 1,
  shootsAreRead: true,
  others: 0,
  limit: null,
  stuck: false,
  reached: true,
  providerFits: true,
  condition: null,
} as const

test.each([
  [{}, []],
  [{ state: 'dirty' }, ['dirty-used']],
  [{ state: 'cleaning' }, ['dirty-used']],
  [{ state: 'verifying' }, ['dirty-used']],
  [{ state: 'quarantined' }, ['dirty-used']],
  [{ state: 'quarantined', clusters: 0 }, []],
  [{ state: 'free', stateWithoutHold: 'free' }, ['free-used']],
  [{ state: 'held', stateWithoutHold: 'free' }, ['free-used']],
  [{ state: 'held', stateWithoutHold: 'free', clusters: 0 }, []],
  [{ state: 'free', stateWithoutHold: 'free', clusters: 0 }, []],
  [{ state: 'terminating' }, ['terminating-used']],
  [{ state: 'held' }, []],
  [{ others: 1 }, ['shared-account']],
  [{ others: 1, migrated: true }, ['migrated', 'shared-account']],
  [{ others: 1, restored: true }, ['restored', 'shared-account']],
  [{ providerFits: false }, ['provider-mismatch']],
  [{ condition: { cause: 'credentials-missing', since: 0, checkedAt: 0 } }, ['unwritable']],
  [{ state: 'malformed', malformed: true }, ['malformed-found', 'malformed']],
  [{ state: 'malformed', malformed: true, found: false }, ['malformed']],
  [{ state: 'malformed', malformed: true, unlabelled: true, found: false }, ['unlabelled']],
  [{ contradictory: true, others: 1 }, ['contradictory', 'shared-account']],
  [{ misspelled: true }, ['misspelled']],
  [
    { state: 'terminating', malformed: true, found: false, others: 2 },
    ['shared-account', 'malformed', 'terminating-used'],
  ],
  [{ clusters: 3, limit: { value: 4 } }, []],
  [{ clusters: 4, limit: { value: 4 } }, ['full']],
  [{ clusters: 5, limit: { value: 4 } }, ['over-limit']],
  [{ state: 'quarantined', clusters: 0, stuck: true }, ['stuck']],
  [{ state: 'free', clusters: 0, reached: false }, ['free-unreached']],
  [{ clusters: 0 }, ['idle-claim']],
  [{ clusters: 0, shootsAreRead: false }, []],
  [{ state: 'shared', clusters: 0 }, []],
] as const)('%j is %j', (facts, found) => {
  expect(findingsOf({ ...NOTHING, ...facts })).toEqual(found)
})

test('findings are sorted by severity', () => {
  const severities = ['danger', 'warn', 'info']
  const facts = fc.record({
    state: fc.constantFrom(...BINDING_STATES),
    stateWithoutHold: fc.constantFrom(...BINDING_STATES),
    malformed: fc.boolean(),
    unlabelled: fc.boolean(),
    contradictory: fc.boolean(),
    misspelled: fc.boolean(),
    migrated: fc.boolean(),
    restored: fc.boolean(),
    found: fc.boolean(),
    stuck: fc.boolean(),
    reached: fc.boolean(),
    providerFits: fc.boolean(),
    condition: fc.constantFrom(null, { cause: 'quota-missing', since: 0, checkedAt: 0 } as const),
    shootsAreRead: fc.boolean(),
    clusters: fc.nat(3),
    others: fc.nat(2),
    limit: fc.option(fc.record({ value: fc.nat(3) })),
  })
  fc.assert(
    fc.property(facts, each => {
      const found = findingsOf(each)
      expect(found).toEqual(FINDINGS.filter(finding => isFound(finding, each)))
      const places = found.map(finding => severities.indexOf(FINDING_SEVERITY[finding]))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
  )
})
