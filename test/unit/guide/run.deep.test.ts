import { test } from 'vitest'
import { pageRunner, pagesToRun } from './run-page.ts'

const runPage = pageRunner()

/** The embedded database takes seconds to create, and more on a busy machine. */
const TIMEOUT_MS = 180_000

test.each(pagesToRun({ makingDatabases: true }))(
  'every command of %s that needs no console ends as it says and prints what is shown',
  { timeout: TIMEOUT_MS },
  runPage,
)
