import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STRESS } from './scenarios.ts'

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/stress/main.ts', ...args], { encoding: 'utf8' })

test.each(Object.entries(STRESS))('the program of %s exists', (_name, { file }) => {
  expect(existsSync(file)).toBe(true)
})

test('the help lists every stress test, and an unknown name ends with it', () => {
  const help = run('--help')
  for (const name of Object.keys(STRESS)) expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  const refused = run('storm')
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain('There is no stress test "storm".')
})

test('passes the options after the name to the program', () => {
  const { status, stdout } = run('schedules', '--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Usage: npm run stress -- schedules /)
})
