import { test } from 'vitest'
import { pageRunner, pagesToRun } from './run-page.ts'

const runPage = pageRunner()

/** The embedded database takes seconds to create, and more on a busy machine. */
const TIMEOUT_MS = 180_000

test.each(pagesToRun({ makingDatabases: true }))(
  'every command of %s without a console has the documented exit code and output',
  { timeout: TIMEOUT_MS },
  runPage,
)
