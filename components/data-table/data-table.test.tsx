import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PrintNote } from './data-table.tsx'

const note = (end: number, count: number, total?: string) =>
  renderToStaticMarkup(<PrintNote loaded={{ first: 0, end }} count={count} {...(total && { total })} />)

test('renders nothing when all lines are printed', () => {
  expect(note(100, 100)).toBe('')
})

test.each([
  [635, undefined, 'Rows 1 to 100 of 635: those loaded'],
  [125, '2,000 or more', 'Rows 1 to 100 of 2,000 or more: those loaded'],
])('states the printed lines of %i for %s', (count, total, words) => {
  expect(note(100, count, total)).toContain(words)
})
