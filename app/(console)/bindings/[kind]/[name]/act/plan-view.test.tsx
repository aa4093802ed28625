import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { REASON_SLOT } from '#lib/hap/actions/action.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { insertReasons, PlanView } from './plan-view.tsx'

const LINES = [
  { change: 'kept', key: 'tenantName', value: 'ga-1', note: 'stays' },
  { change: 'removed', key: 'hold', value: 'quota', note: 'annotation' },
  { change: 'added', key: 'hold', value: REASON_SLOT, note: 'annotation' },
] as const

test('omits a line that would be removed and added unchanged', () => {
  expect(insertReasons(LINES, 'quota ').map(({ change }) => change)).toEqual(['kept'])
  expect(insertReasons(LINES, 'another').map(({ change, value }) => `${change} ${value}`)).toEqual([
    'kept ga-1',
    'removed quota',
    'added another',
  ])
})

test('renders nothing for an incomplete form, whose missing choice the dialog shows', () => {
  const preview = { status: 'incomplete', reason: 'Choose a value for tenantName.' } as const
  const rest = { before: null, checking: false, detail: {} as BindingDetail, reason: '', onCheckAgain: () => {} }
  expect(renderToStaticMarkup(<PlanView preview={preview} {...rest} />)).toBe('')
})
