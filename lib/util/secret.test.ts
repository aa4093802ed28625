import { format, inspect } from 'node:util'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createLog } from '../telemetry/log.ts'
import { Secret } from './secret.ts'

const VALUE = 'hush-5f3a'
const secret = new Secret(VALUE)
const within = { settings: [{ key: secret }], also: new Map([['key', secret]]) }

function logged(): string {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  log.info({ within, err: new Error(`it failed with ${secret}`), under: secret }, `as ${secret}`)
  return lines.join('')
}

test('reveal returns the value', () => {
  expect(secret.reveal()).toBe(VALUE)
})

test.each<[string, () => string]>([
  ['a template', () => `${secret}`],
  ['a sum', () => `key=${String(secret)}`],
  ['JSON', () => JSON.stringify(within)],
  ['a format', () => format('%s %j %o %O', secret, secret, secret, within)],
  ['an inspection', () => inspect(within, { depth: 9, showHidden: true })],
  ['YAML', () => stringify(within)],
  ['an error', () => String(new Error(`wrong: ${secret}`))],
  ['the log', logged],
  ['a list of its fields', () => JSON.stringify([Object.entries(secret), { ...secret }, Reflect.ownKeys(secret)])],
])('%s does not contain it', (_, shown) => {
  expect(shown()).not.toContain(VALUE)
})

test('prints a placeholder for the value', () => {
  for (const shown of [`${secret}`, JSON.stringify({ secret }), inspect(secret), logged()])
    expect(shown).toContain('[secret]')
})
