import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { PlanView } from './plan-view.tsx'

test('renders nothing for an incomplete form, whose missing choice the dialog shows', () => {
  const preview = { status: 'incomplete', reason: 'Choose a value for tenantName.' } as const
  const rest = { before: null, checking: false, detail: {} as BindingDetail, reason: '', onCheckAgain: () => {} }
  expect(renderToStaticMarkup(<PlanView preview={preview} {...rest} />)).toBe('')
})
