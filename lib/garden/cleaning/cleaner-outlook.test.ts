import { expect, test } from 'vitest'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { AT, factsAbout } from '../../../test/engine/action-facts.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { previewCleaner } from './cleaner-outlook.ts'
import { formatProgress, NO_PROGRESS } from './progress.ts'

const SETTINGS = { cleaners: new Set(['aws']), deletes: false, protectedNames: new Set(['safe']) }
const DIRTY = { hyperscalerType: 'aws', dirty: 'true' }
const { cleaning, state } = ANNOTATIONS

const ownedUntil = (until: number) => ({
  annotations: { [cleaning]: formatProgress({ ...NO_PROGRESS, owner: { name: 'hap-1', until } }, null) },
})
const beside = (other: Binding): Partial<ActionFacts> => ({ siblings: [factsAbout(other).pooled] })

test.each<[string, Binding, Partial<ActionFacts>, string | null]>([
  ['takes a dirty account', bindingOf('a', DIRTY), {}, null],
  ['takes one in quarantine', bindingOf('a', DIRTY, { annotations: { [state]: 'quarantined' } }), {}, null],
  [
    'takes none whose cleaner is off',
    bindingOf('a', { ...DIRTY, hyperscalerType: 'gcp' }),
    {},
    'The cleaner for gcp is off. Look at the account, then confirm that it is clean.',
  ],
  ['takes none that is protected', bindingOf('safe', DIRTY), {}, 'It is protected.'],
  [
    'takes none somebody deletes in',
    bindingOf('a', DIRTY, ownedUntil(AT + 1)),
    {},
    'A cleaner deletes in it now. Wait until it has ended.',
  ],
  ['takes one somebody has deleted in', bindingOf('a', DIRTY, ownedUntil(AT)), {}, null],
  [
    'takes an account by way of the binding that got furthest',
    bindingOf('a', DIRTY),
    beside(bindingOf('b', DIRTY, ownedUntil(AT))),
    'Its cleaning has begun by way of b. Ask for that one.',
  ],
  ['takes that one', bindingOf('b', DIRTY, ownedUntil(AT)), beside(bindingOf('a', DIRTY)), null],
])('a cleaner %s', (_, binding, more, obstacle) => {
  expect(previewCleaner(factsAbout(binding, more), SETTINGS)).toEqual({ refusal: obstacle, deletes: false })
})
