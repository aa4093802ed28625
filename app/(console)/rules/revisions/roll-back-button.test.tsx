import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useFailingCases } from './roll-back-button.tsx'

const evaluation = vi.hoisted(() => ({ broken: false }))
vi.mock('../evaluation/evaluation-thread.ts', () => ({ evaluation }))

function Failing() {
  return JSON.stringify(useFailingCases('- aws', undefined))
}

test.each([
  [false, 'null'],
  [true, '[]'],
])('returns the failing cases without waiting when the worker failed (%s): %s', (broken, failing) => {
  evaluation.broken = broken
  expect(renderToStaticMarkup(<Failing />)).toBe(failing)
})
