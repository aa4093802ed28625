import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FlowSketch } from './flow-sketch.tsx'

const barsOf = (html: string) =>
  [...html.matchAll(/<rect x="([^"]+)" width="([^"]+)" y="(\d+)" height="(\d+)"/g)].map(([, ...bar]) => bar.map(Number))

test('draws a bar for each number, above and below the zero line', () => {
  const slots = Array.from({ length: 30 }, (_, day) => ({ label: `11-${day}`, up: 0, down: 0 }))
  const html = renderToStaticMarkup(
    <FlowSketch slots={[{ label: '10-31', up: 3, down: 1 }, { label: '11-31', up: 0, down: 2 }, ...slots]} />,
  )
  expect(html).toContain('viewBox="0 0 32 5"')
  expect(barsOf(html)).toEqual([
    [0.19, 0.62, 0, 3],
    [0.19, 0.62, 3, 1],
    [1.19, 0.62, 3, 2],
  ])
})

test('limits the width of bars in a short history', () => {
  const html = renderToStaticMarkup(<FlowSketch slots={[{ label: '11-26', up: 3, down: 0 }]} />)
  const [[x = 0, width = 0] = []] = barsOf(html)
  expect(width).toBeCloseTo(32 / 600)
  expect(x + width / 2).toBeCloseTo(0.5)
})

test('draws only the zero line without numbers', () => {
  const html = renderToStaticMarkup(<FlowSketch slots={[{ label: '11-26', up: 0, down: 0 }]} />)
  expect(html).not.toContain('<rect')
  expect(html).toContain('viewBox="0 0 1 1"')
})
