import { describe, expect, test } from 'vitest'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { selectedStates, toggleState } from './state-totals.tsx'

test.each([
  ['', []],
  ['aws state:dirty', ['dirty']],
  ['state:FREE,dirty', ['dirty', 'free']],
  ['-state:dirty', []],
  ['state:nothing', []],
  ['"state:dirty"', []],
])('%s selects %j', (q, states) => {
  expect(selectedStates(q, BINDING_LIST.fields)).toEqual(states)
})

describe('a total toggles the filter of its state', () => {
  test.each([
    ['', 'state:dirty'],
    ['state:dirty', ''],
    ['state:free', 'state:dirty'],
    ['state:dirty,free', 'state:dirty'],
    ['type:aws state:free "two  blanks"', 'type:aws "two  blanks" state:dirty'],
    ['type:aws state:dirty ga:8b', 'type:aws ga:8b'],
    ['-state:free', '-state:free state:dirty'],
    ['nonsense:x', 'nonsense:x state:dirty'],
  ])('%s', (q, expected) => {
    expect(toggleState(q, 'dirty', BINDING_LIST.fields)).toBe(expected)
  })
})
