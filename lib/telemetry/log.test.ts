import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** The output of a logger. */
function written(run: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  const log = createLog(
    'debug',
    new Writable({
      write(line, _, done) {
        lines.push(String(line))
        done()
      },
    }),
  )
  run(log)
  const text = lines.join('')
  for (const line of text.trim().split('\n')) JSON.parse(line)
  return text
}

const JWT = `eyJhbGciOiJkaXIi.${'a1'.repeat(20)}.${'b2'.repeat(20)}`
const TOKEN = `hap_${'x9'.repeat(21)}y`
const KEY = `-----BEGIN EC PRIVATE KEY-----\n${'Zz09'.repeat(12)}\n-----END EC PRIVATE KEY-----`

/** Errors of HTTP clients with all their properties. */
const carrying = Object.assign(
  new Error('status 500', { cause: Object.assign(new Error('inner'), { body: 'canary' }) }),
  {
    code: 500,
    body: 'canary',
    headers: { 'x-odd-header': 'canary' },
    config: { key: { deep: { deeper: { still: 'canary' } } } },
  },
)

test.each<[string, (log: ReturnType<typeof createLog>) => void, string]>([
  ['a property of an error', log => log.error({ err: carrying }, 'x'), 'canary'],
  ['a field by its name', log => log.info({ token: 'canary' }, 'x'), 'canary'],
  [
    'a header by its name',
    log => log.info({ headers: { authorization: 'canary', 'set-cookie': 'canary' } }, 'x'),
    'canary',
  ],
  ['a deep field by its name', log => log.info({ a: { b: { clientSecret: 'canary' } } }, 'x'), 'canary'],
  [
    'a password of an address',
    log => log.error({ err: new Error('no postgresql://hap:canary@db/hap') }, 'x'),
    'canary',
  ],
  ['a bearer token in the message of a library', log => log.warn('sent Bearer canary-canary'), 'canary'],
  ['a token of the console', log => log.warn(`unknown ${TOKEN}`), TOKEN.slice(8, 24)],
  ['a JSON Web Token', log => log.warn({ text: `got ${JWT}` }, 'x'), 'a1a1'],
  ['a private key', log => log.warn({ text: KEY }, 'x'), 'Zz09'],
  [
    'a key in a kubeconfig',
    log => log.warn({ text: 'users:\n- client-key-data: Y2FuYXJ5\n  name: a' }, 'x'),
    'Y2FuYXJ5',
  ],
])('%s is not logged', (_, run, canary) => {
  const text = written(run)
  expect(text).not.toContain(canary)
})

test('keeps type, message, code, stack and causes of an error', () => {
  const [line] = written(log => log.error({ err: carrying, reference: 'r-1' }, 'unexpected error')).split('\n')
  expect(JSON.parse(line ?? '')).toMatchObject({
    msg: 'unexpected error',
    reference: 'r-1',
    err: {
      type: 'Error',
      message: 'status 500',
      code: 500,
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'Error', message: 'inner' },
    },
  })
})
