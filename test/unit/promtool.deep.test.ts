import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { ALERT_TESTS_FILE, RULES_FILE } from '../observability/shipped.ts'

const isInstalled = spawnSync('promtool', ['--version']).status === 0

// Part of Debian's package prometheus, which .ci/run downloads.
describe.skipIf(!isInstalled)('promtool, where it is installed,', () => {
  test.each([
    ['accepts the rules', ['check', 'rules', RULES_FILE]],
    ['raises and does not raise the alerts of the tests', ['test', 'rules', ALERT_TESTS_FILE]],
  ])('%s', (_title, args) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' })
  })
})
