import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FlowSketch } from './flow-sketch.tsx'

test('the sketch has a bar for each number, above and below one line', () => {
  const html = renderToStaticMarkup(
    <FlowSketch
      slots={[
        { label: '11-25', up: 3, down: 1 },
        { label: '11-26', up: 0, down: 2 },
      ]}
    />,
  )
  expect(html).toContain('viewBox="0 0 2 5"')
  const bars = [...html.matchAll(/<rect x="([^"]+)" width="[^"]+" y="(\d+)" height="(\d+)"/g)].map(([, ...bar]) => bar)
  expect(bars).toEqual([
    ['0.19', '0', '3'],
    ['0.19', '3', '1'],
    ['1.19', '3', '2'],
  ])
})

test('without a number there is the line alone', () => {
  const html = renderToStaticMarkup(<FlowSketch slots={[{ label: '11-26', up: 0, down: 0 }]} />)
  expect(html).not.toContain('<rect')
  expect(html).toContain('viewBox="0 0 1 1"')
})
