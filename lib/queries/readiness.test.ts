import { describe, expect, test } from 'vitest'
import type { SourceFreshness } from '#lib/garden/inventory/freshness.ts'
import type { StoreHealth } from '#lib/store/store.ts'
import { checkReadiness, formatReadiness } from './readiness.ts'

const UP: StoreHealth = { state: 'up', since: 0 }
const FULL: StoreHealth = { state: 'up', since: 0, full: 'the disk of db.internal:5432 is full' }
const DOWN: StoreHealth = { state: 'down', since: 0, message: 'db.internal:5432 is away' }
const STARTING: StoreHealth = { state: 'starting', since: 0, message: 'db.internal:5432 is being opened' }

const source = (
  name: SourceFreshness['source'],
  phase: SourceFreshness['phase'],
  complete = true,
): SourceFreshness => ({
  source: name,
  phase,
  complete,
  ageMs: 1,
  lastContactAt: 1,
  error: null,
  skipped: [],
  absent: false,
})
const LIVE = [source('CredentialsBinding', 'live'), source('Shoot', 'live')]

interface World {
  readonly health?: StoreHealth
  readonly sources?: readonly SourceFreshness[]
  readonly certain?: boolean
  readonly fault?: string | null
  /** Seconds since rules and limits were read. */
  readonly stale?: { readonly rules?: number; readonly limits?: number }
  readonly limitsKnown?: boolean
  readonly isCompared?: boolean
  readonly stuck?: readonly string[]
}

function look({
  health = UP,
  sources = LIVE,
  certain = true,
  fault = null,
  stale = {},
  limitsKnown = true,
  isCompared = true,
  stuck = [],
}: World = {}) {
  const known = (is: boolean) => () => {
    if (!is) throw new Error('not read')
  }
  return checkReadiness({
    inventory: { freshness: () => sources },
    store: { health: () => health },
    landscape: { isCompared },
    rules: { certain: known(certain), fault, staleSeconds: () => stale.rules ?? null },
    limits: { certain: known(limitsKnown), staleSeconds: () => stale.limits ?? null },
    stuckLoops: stuck,
  })
}

describe('checkReadiness', () => {
  test.each<[string, World, boolean, readonly string[]]>([
    ['ready when all is well', {}, true, []],
    ['not ready before the database answered', { health: STARTING }, false, ['database', 'migrations']],
    ['ready, and degraded, when the database goes away later', { health: DOWN }, true, ['database']],
    ['ready, and degraded, while the disk of the database is full', { health: FULL }, true, ['database']],
    [
      'not ready before a list is complete',
      { sources: [source('CredentialsBinding', 'starting', false), source('Shoot', 'live')] },
      false,
      ['gardener CredentialsBinding'],
    ],
    [
      'ready when Gardener goes away later',
      { sources: [source('CredentialsBinding', 'stale'), source('Shoot', 'reconnecting')] },
      true,
      ['gardener CredentialsBinding', 'gardener Shoot'],
    ],
    [
      'ready when a kind must not be read',
      { sources: [...LIVE, source('SecretBinding', 'refused', false)] },
      true,
      ['gardener SecretBinding'],
    ],
    [
      'ready when Gardener does not serve a kind',
      { sources: [...LIVE, { ...source('SecretBinding', 'live'), absent: true }] },
      true,
      [],
    ],
    [
      'ready, and degraded, when an object cannot be read',
      { sources: [...LIVE, { ...source('SecretBinding', 'live'), skipped: [{ object: 'g/a', reason: 'it is odd' }] }] },
      true,
      ['gardener SecretBinding'],
    ],
    ['not ready before the landscape was compared', { isCompared: false }, false, ['landscape']],
    [
      'ready, and degraded, when the database goes away before the landscape was compared',
      { isCompared: false, health: DOWN },
      true,
      ['database', 'landscape'],
    ],
    [
      'ready when no comparison is possible',
      { isCompared: false, sources: [source('CredentialsBinding', 'refused', false), source('Shoot', 'live')] },
      true,
      ['gardener CredentialsBinding'],
    ],
    ['not ready before the rules were read', { certain: false }, false, ['rules']],
    ['ready, and degraded, when rules were published that do not fit', { fault: 'No plan x.' }, true, ['rules']],
    ['not ready before the limits were read', { limitsKnown: false }, false, ['limits']],
    [
      'not ready while rules and limits get old though the database answers',
      { stale: { rules: 31, limits: 40 } },
      false,
      ['rules', 'limits'],
    ],
    [
      'ready, and degraded, while they get old because the database is away',
      { stale: { rules: 31, limits: 31 }, health: DOWN },
      true,
      ['database', 'rules', 'limits'],
    ],
    ['ready, and degraded, while a loop is stuck', { stuck: ['A recurring task is stuck.'] }, true, ['tasks']],
    ['ready, and degraded, when such rules were there from the start', { certain: false, fault: 'x' }, true, ['rules']],
  ])('%s', (_name, world, ready, named) => {
    const { checks, ...rest } = look(world)
    expect(rest.ready).toBe(ready)
    const open = checks.filter(({ state }) => state !== 'ready')
    expect(open.map(({ check, of }) => (of === undefined ? check : `${check} ${of}`))).toEqual(named)
    expect(open.every(({ message }) => /^[A-Z].*[.]$/.test(message ?? ''))).toBe(true)
    expect(checks.some(({ state }) => state === 'not-ready')).toBe(!ready)
  })
})

test('formatReadiness writes one line per problem, without addresses', () => {
  const words = formatReadiness(look({ health: STARTING, certain: false }))
  expect(words).toBe(
    'The console is not ready.\nnot-ready: The database has not responded yet.\nnot-ready: The schema version of the database is not known yet.\nnot-ready: The published rules have not been read from the database yet.\n',
  )
  expect(formatReadiness(look())).toBe('The console is ready.\n')
})
