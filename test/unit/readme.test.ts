import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SETTINGS } from '#lib/env.ts'
import { COMMANDS } from '../../bin/commands.ts'
import { runHap } from '../cli/run-hap.ts'

const readme = readFileSync('README.md', 'utf8')
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

function found(pattern: RegExp): string[] {
  return [...readme.matchAll(pattern)].flatMap(([, name]) => name ?? [])
}

test('the README lists every setting with its meaning and default', () => {
  const rows = Object.entries(SETTINGS).map(([name, setting]: [string, { meaning: string; fallback?: string }]) => [
    `\`${name}\``,
    setting.meaning,
    setting.fallback === undefined ? '' : `\`${setting.fallback}\``,
  ])
  const table = found(/^\| (`[A-Z_]+` +\|.*)\|$/gm).map(row => row.split('|').map(cell => cell.trim()))
  expect(table).toEqual(rows)
})

test('every npm script the README names exists', () => {
  const named = found(/npm run (?:-s )?([a-z:]+)/g)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(name => !(name in manifest.scripts))).toEqual([])
})

/** Commands on files, and those that ask a console, for which no file is named. */
const examples = found(
  /^npx hap ((?:check|format|match|explain|diff|convert|conformance) [^#\n]*\.(?:yaml|json)\b[^#\n]*)/gm,
)
const asking = found(/^npx hap ((?:pools|bindings|explain|claim|release) [^#\n]+)/gm).filter(
  example => !examples.includes(example),
)

test('every command on rules, or that asks a console, is shown', () => {
  const shown = [...examples, ...asking].map(example => example.split(' ')[0])
  const others = ['garden', 'db', 'audit', 'adopt', 'doctor']
  expect([...shown, ...others]).toEqual(expect.arrayContaining(Object.keys(COMMANDS)))
})

test.each(examples)('hap %s works as shown', async example => {
  const files = Object.fromEntries(
    readdirSync('docs/examples').map(file => [file, readFileSync(`docs/examples/${file}`)]),
  )
  const { code, out, err } = await runHap(example.trim().split(/\s+/), files)
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(out).not.toBe('')
})

test.each(asking)('hap %s says all that it needs but which console it asks', async example => {
  const args = Array.from(example.trim().matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word = '']) => quoted ?? word)
  const { code, err } = await runHap(args)
  expect([code, err.split('\n')[0]]).toEqual([
    2,
    `hap ${args[0]}: the address of a console is missing: --console or HAP_CONSOLE_URL.`,
  ])
})

test('every file the README links or shows exists', () => {
  const named = [...found(/\]\(([^)#]+)\)/g), ...found(/(?:src|srcset)="([^"]+)"/g)]
  expect(named.filter(name => !/^https?:/.test(name) && !existsSync(name))).toEqual([])
})
