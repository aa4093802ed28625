import { foldable } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { planFolds } from './plan-folds.ts'

/** Lists the foldable lines of a document, each with the last line of its fold; both from 1. */
function foldsOf(doc: string): readonly (readonly [number, number])[] {
  const state = EditorState.create({ doc, extensions: [planFolds] })
  return Array.from({ length: state.doc.lines }, (_, index) => state.doc.line(index + 1)).flatMap(line => {
    const range = foldable(state, line.from, line.to)
    return range ? [[line.number, state.doc.lineAt(range.to).number] as const] : []
  })
}

test.each([
  ['one rule', 'rule:\n- aws\n', []],
  [
    'several of a plan',
    'rule:\n- aws\n- aws(PR=cf-eu11) -> EU\n- gcp\n- "gcp(PR=cf-sa30)"\n',
    [
      [2, 3],
      [4, 5],
    ],
  ],
  ['a plan whose name begins like another', 'rule:\n- azure\n- azure_lite\n', []],
  ['comments and empty lines between them', 'rule:\n- aws\n\n# Frankfurt\n- aws(PR=cf-eu11)\n\n- gcp\n', [[2, 5]]],
  ['rules of a plan that stand apart', 'rule:\n- aws\n- gcp\n- aws(PR=cf-eu11)\n', []],
])('%s', (_, doc, folds) => {
  expect(foldsOf(doc)).toEqual(folds)
})
