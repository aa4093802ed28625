import { expect, test } from 'vitest'
import { isRun } from './groups.ts'
import { PAGES, pageRunner, pagesToRun, stepsOf } from './run-page.ts'

const runPage = pageRunner()

test.each(pagesToRun({ makingDatabases: false }))(
  'every command of %s without a console has the documented exit code and output',
  runPage,
)

test.each(PAGES.map(({ path: name, blocks }) => [name, blocks] as const))(
  'a block of %s is run as a whole or not at all, and every shown output is compared',
  (_name, blocks) => {
    const steps = stepsOf(blocks)
    const mixed = steps.filter(({ commands }) => !commands.every(isRun)).map(({ block }) => block.line)
    const held = new Set(steps.map(({ block }) => blocks[blocks.indexOf(block) + 1]))
    const loose = blocks.filter(block => block.language === 'text' && !held.has(block)).map(({ line }) => line)
    expect({ mixed, loose }).toEqual({ mixed: [], loose: [] })
  },
)

test('finds more than 12 steps to run in the pages', () => {
  expect(PAGES.flatMap(({ blocks }) => stepsOf(blocks)).length).toBeGreaterThan(12)
})
