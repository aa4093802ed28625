import { expect, test } from 'vitest'
import type { PreviewView } from '#lib/services/actions/action-view.ts'
import type { ActionForm } from './action-form.ts'
import { submitObstacle } from './submit-obstacle.ts'

const FORM: ActionForm = { reason: 'because', ticket: '', until: null, labels: {}, confirmed: 'aws-1' }
const PREVIEW: PreviewView = {
  status: 'planned',
  others: [],
  now: { resourceVersion: '1', labels: {}, annotations: {} },
  diff: [],
  consequence: [],
  danger: 'The contents of the account may be deleted.',
  typeToConfirm: true,
  clusters: [],
  objection: null,
}
const READY = {
  name: 'aws-1',
  form: FORM,
  preview: PREVIEW,
  checking: false,
  writing: false,
  listed: null,
  changed: false,
  same: false,
  proposed: null,
}

test.each<
  [
    string | null,
    (
      | Partial<Omit<typeof READY, 'proposed' | 'listed'>>
      | { readonly proposed: string }
      | { readonly preview: PreviewView | null }
      | { readonly writing: boolean; readonly listed: number }
    ),
  ]
>([
  [null, {}],
  ['Writing the change.', { writing: true }],
  ['Checking 3,012 shoots for clusters on this account…', { writing: true, listed: 3_012 }],
  ['Checking the change.', { checking: true }],
  ['Checking the change.', { preview: null }],
  ['It is on hold.', { preview: { status: 'refused', now: null, reason: 'It is on hold.' } }],
  ['Review what changed first.', { changed: true }],
  ['Review what changed first.', { changed: true, same: true }],
  ['Nothing is changed.', { same: true }],
  ['Not allowed.', { preview: { ...PREVIEW, objection: 'Not allowed.' } }],
  ['Ada has proposed this.', { proposed: 'Ada has proposed this.', form: { ...FORM, reason: '' } }],
  ['Enter a reason first.', { form: { ...FORM, reason: '  ' } }],
  ['Type the name of the binding to confirm.', { form: { ...FORM, confirmed: 'aws-2' } }],
])('%s', (obstacle, situation) => {
  expect(submitObstacle({ ...READY, ...situation })).toBe(obstacle)
})
