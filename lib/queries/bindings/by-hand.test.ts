import { expect, test } from 'vitest'
import { verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { factsAbout } from '../../../test/engine/action-facts.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { byHandWords } from './by-hand.ts'

const OFF = 'The cleaner for aws is off.'

test.each([
  ['aws', OFF],
  ['openstack', 'No cleaner can tell whether an account of OpenStack is empty.'],
])('what a person is told to do to an account of %s is what they can do', (hyperscalerType, why) => {
  const tells = verifiability(factsAbout(bindingOf('a', { hyperscalerType, dirty: 'true' })).pooled, new Set())
  if (tells.by === 'cleaner') throw new Error('A cleaner tells.')
  expect(byHandWords(tells.reason, { allowed: true })).toBe(
    `${why} Look at the account, then confirm that it is clean.`,
  )
  expect(byHandWords(tells.reason, { allowed: false, reason: '2 clusters still use this account.' })).toBe(
    `${why} It cannot be confirmed clean yet: 2 clusters still use this account.`,
  )
})
