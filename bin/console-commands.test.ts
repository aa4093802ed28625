import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { runHap } from '../test/cli/run-hap.ts'

const TOKEN = `hap_${'a'.repeat(43)}`

/** What stands where a console should; how a real one is asked, tests of the console show. */
async function serverThat(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const ask = (url: string, ...args: readonly string[]) =>
  runHap([...args, '--console', url, '--token-file', '-'], { '-': `${TOKEN}\n` })

const problem = (status: number, detail: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify({ type: 'about:blank', title: 'No', status, detail }))
}

test.each([
  ['says no', problem(409, 'It is in use.'), 1, 'hap: It is in use.'],
  ['does not know the token', problem(401, 'This token is revoked.'), 2, 'hap: This token is revoked.'],
  [
    'is another server',
    (_: IncomingMessage, response: ServerResponse): void => {
      response.end('<html>')
    },
    2,
    'no console of this version',
  ],
  [
    'leads elsewhere',
    (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(302, { location: '/' }).end()
    },
    2,
    'status 302',
  ],
  [
    'breaks off',
    (request: IncomingMessage): void => {
      request.socket.destroy()
    },
    2,
    'the connection broke',
  ],
] as const)('a console that %s', async (_case, answer, code, words) => {
  const run = await ask(await serverThat(answer), 'pools')
  expect([run.code, run.out]).toEqual([code, ''])
  expect(run.err).toContain(words)
})

test('nobody there is said in words', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  server.close()
  const run = await ask(`http://127.0.0.1:${port}`, 'bindings')
  expect([run.code, run.err]).toEqual([2, `hap: http://127.0.0.1:${port} cannot be asked: nothing listens there.`])
})

test('the token goes with each request, also to a console below a path', async () => {
  const heard: unknown[] = []
  const url = await serverThat((request, response) => {
    heard.push([request.url, request.headers.authorization])
    problem(403, 'no')(request, response)
  })
  await ask(`${url}/hap/`, 'pools', 'type:aws', 'eu:true')
  expect(heard).toEqual([['/hap/api/v1/pools?q=type%3Aaws+eu%3Atrue', `Bearer ${TOKEN}`]])
})

test.each([
  [['pools'], 'the address of a console is missing'],
  [['pools', '--console', 'hap.example.com'], 'is no address of a console'],
  [['pools', '--console', 'ftp://hap.example.com'], 'is no address of a console'],
  [['pools', '--console', 'https://hap.example.com'], 'a token is missing'],
  [['pools', '--console', 'https://hap.example.com', '--token-file', 'empty'], 'empty holds no token'],
  [['bindings', '--limit', '501'], '--limit takes a whole number from 1 to 500'],
  [['release'], 'the name of a binding is missing'],
  [['release', 'aws-1'], '--reason is missing'],
  [['release', 'aws-1', '--reason', 'x', '--kind', 'Pod'], '--kind takes CredentialsBinding'],
  [['release', 'aws-1', 'aws-2', '--reason', 'x'], 'one file name too many'],
  [['give-back'], 'the id of a claim is missing'],
  [['claim', '--plan', 'aws'], '--global-account is missing'],
  [['claim', '--global-account', 'ga-1'], '--plan is missing'],
  [['claim', '--plan', 'aws', '--global-account', 'ga-1', '--key', 'a b'], '--key takes'],
  [['explain', '--plan', 'aws', '--console', 'https://hap.example.com', '--at', 'now'], '--at is for files'],
  [['explain', '--plan', 'aws', '--console', 'https://hap.example.com', 'rules.yaml'], 'either files or --console'],
])('%j is wrong usage', async (args, words) => {
  const run = await runHap(args, { empty: '' })
  expect(run.code).toBe(2)
  expect(run.err).toContain(words)
})
