import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every root element refuses translation, which would keep old states on a page', () => {
  const roots = globSync('app/**/*.tsx').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/<html\b[^>]*>/g)].map(([tag]) => ({ file, tag })),
  )
  expect(roots.length).toBeGreaterThan(1)
  expect(roots.filter(({ tag }) => !tag.includes('translate="no"'))).toEqual([])
})
