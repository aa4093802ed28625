import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runHap } from '../test/cli/run-hap.ts'

const TOKEN = `hap_${'a'.repeat(43)}`

/** A fake console; tests of the console run the commands against a real one. */
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
    'without a valid response of this version',
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

test('hap pools lists a rule that reaches no pool', async () => {
  const states = { free: 0, claimed: 0, shared: 0, dirty: 0, cleaning: 0, quarantined: 0 }
  const counts = { accounts: 0, states, usable: 0, tenants: 0, shoots: 0, waiting: 0, low: false }
  const row = { pool: null, name: 'openstack_…', euAccess: true, shared: false, problem: 'no-binding', ...counts }
  const pools = { groups: [{ provider: 'openstack', pools: [row] }], hits: 1, of: 1, errors: [] }
  const run = await ask(await consoleThat({ 'GET pools?q=': [200, pools] }), 'pools')
  expect([run.code, run.err, run.out.split('\n')[1]]).toEqual([
    0,
    '',
    expect.stringMatching(/^openstack_… · EU {2,}0 /),
  ])
})

test('an unreachable console is reported with a message', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  server.close()
  const run = await ask(`http://127.0.0.1:${port}`, 'bindings')
  expect([run.code, run.err]).toEqual([2, `hap: http://127.0.0.1:${port} cannot be reached: connection refused.`])
})

test('the token is sent with each request, also to a console below a path', async () => {
  const received: unknown[] = []
  const url = await serverThat((request, response) => {
    received.push([request.url, request.headers.authorization])
    problem(403, 'no')(request, response)
  })
  await ask(`${url}/hap/`, 'pools', 'type:aws', 'eu:true')
  expect(received).toEqual([['/hap/api/v1/pools?q=type%3Aaws+eu%3Atrue', `Bearer ${TOKEN}`]])
})

test('an address without TLS on another machine is warned of', async () => {
  const url = await serverThat(problem(409, 'It is in use.'))
  expect((await ask(url, 'pools')).err).toBe('hap: It is in use.')
  const far = url.replace('127.0.0.1', '0.0.0.0')
  expect((await ask(far, 'pools')).err).toBe(
    `hap: the API token is sent unencrypted to ${far}. Use the https address of the console.\nhap: It is in use.`,
  )
})

test('an address with a password is refused without quoting it', async () => {
  const run = await runHap(['pools', '--console', 'https://ada:swordfish@hap.example.com'], {})
  expect([run.code, run.err]).toEqual([2, expect.stringContaining('must not contain a user or password')])
  expect(run.err).not.toContain('swordfish')
})

test.each([
  [['pools'], 'the address of the console is missing'],
  [['pools', '--console', 'hap.example.com'], 'is not the address of a console'],
  [['pools', '--console', 'ftp://hap.example.com'], 'is not the address of a console'],
  [['pools', '--console', 'https://hap.example.com'], 'the API token is missing'],
  [['pools', '--console', 'https://hap.example.com', '--token-file', 'empty'], 'empty has no API token'],
  [['bindings', '--limit', '501'], '--limit takes a whole number from 1 to 500'],
  [['release'], 'the binding name is missing'],
  [['release', 'aws-1'], '--reason is missing'],
  [['release', 'aws-1', '--reason', 'x', '--kind', 'Pod'], '--kind takes CredentialsBinding'],
  [['release', 'aws-1', 'aws-2', '--reason', 'x'], 'one binding name is expected; "aws-2" is one too many.'],
  [['landscape', 'accept'], '--reason is missing'],
  [['landscape', 'accept', '--reason', ' '], '--reason is missing'],
  [['landscape', 'reject'], '"reject" is not expected'],
  [['give-back'], 'the claim ID is missing'],
  [['give-back', 'a', 'b'], 'one claim ID is expected; "b" is one too many.'],
  [['give-back', '..'], '".." is not a valid claim ID.'],
  [['give-back', ''], 'the claim ID is missing.'],
  [['cancel', 'c-1'], '--reason is missing'],
  [['claim', '--plan', 'aws', '--global-account', 'ga-1', '--wait', 'long'], '--wait takes a time such as'],
  [
    ['claim', '--plan', 'aws', '--global-account', 'ga-1', '--on-exhausted', 'stop'],
    '--on-exhausted takes fail or wait.',
  ],
  [['claim', 'aws'], '"aws" is not expected: the command takes options only.'],
  [['claim', '--plan', 'aws'], '--global-account is missing'],
  [['claim', '--global-account', 'ga-1'], '--plan is missing'],
  [['claim', '--plan', 'aws', '--global-account', 'ga-1', '--key', 'a b'], '--key takes'],
  [['explain', '--plan', 'aws', '--console', 'https://hap.example.com', '--at', 'now'], '--at needs files'],
  [['explain', '--plan', 'aws', '--console', 'https://hap.example.com', 'rules.yaml'], 'either files or --console'],
])('%j is wrong usage', async (args, words) => {
  const run = await runHap(args, { empty: '' })
  expect(run.code).toBe(2)
  expect(run.err).toContain(words)
})

/** A console that responds to each request by its method and address. */
function consoleThat(routes: Readonly<Record<string, readonly [status: number, body: object]>>): Promise<string> {
  return serverThat((request, response) => {
    const route = `${request.method} ${request.url?.replace('/api/v1/', '')}`
    const [status, body] = routes[route] ?? [404, refusal('Nothing there.')]
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
}

const refusal = (detail: string) => ({ type: 'about:blank', title: 'No', detail })

const claimOf = (status: string, more: object = {}) => ({
  id: 'c-1',
  status,
  binding: null,
  position: null,
  message: 'It had no account.',
  ...more,
})

test.each([
  ['waiting', 'Claim c-1 is released. It had no account.'],
  ['released', 'Claim c-1 was already released. It had no account.'],
  ['releasing', 'Claim c-1 was already released. It had no account.'],
])('releasing a claim that is %s', async (status, words) => {
  const routes = { 'GET claims/c-1': [200, claimOf(status)], 'DELETE claims/c-1': [200, claimOf('released')] } as const
  expect(await ask(await consoleThat(routes), 'give-back', 'c-1')).toMatchObject({ code: 0, out: words, err: '' })
})

test('releasing an unknown claim prints the refusal of the console', async () => {
  const routes = { 'GET claims/no': [404, refusal('a')], 'DELETE claims/no': [404, refusal('b')] } as const
  expect(await ask(await consoleThat(routes), 'give-back', 'no')).toMatchObject({ code: 1, out: '', err: 'hap: b' })
})

test('cancelling a claim sends the reason, and prints the refusal of the console', async () => {
  const message = 'Cancelled by Olga: not needed'
  const routes = {
    'POST claims/c-1/cancel': [200, claimOf('released', { message })],
    'POST claims/c-2/cancel': [409, refusal('The claim got the account of aws-1. Release it instead.')],
  } as const
  const url = await consoleThat(routes)
  expect(await ask(url, 'cancel', 'c-1', '--reason', 'not needed')).toMatchObject({
    ...{ code: 0, out: `Claim c-1 is over. ${message}`, err: '' },
  })
  expect(await ask(url, 'cancel', 'c-2', '--reason', 'not needed')).toMatchObject({
    ...{ code: 1, out: '', err: 'hap: The claim got the account of aws-1. Release it instead.' },
  })
})

const CLAIM = ['claim', '--plan', 'trial', '--global-account', 'ga-1', '--key', 'k-1']

test.each([
  [claimOf('released'), 'Claim c-1 is released. It had no account. Use a new key for another cluster.'],
  [
    claimOf('releasing', { binding: { kind: 'SecretBinding', name: 'aws-1' } }),
    'Claim c-1 is releasing: SecretBinding aws-1 is no longer assigned to it. Use a new key for another cluster.',
  ],
  [
    claimOf('waiting', { position: 2, message: 'It waits.' }),
    'Claim c-1 is waiting. Position 2 in the queue. It waits.',
  ],
])('claiming with a used key: %j', async (claim, words) => {
  const url = await consoleThat({ 'POST claims': [200, claim] })
  expect(await ask(url, ...CLAIM)).toMatchObject({ code: 1, out: words, err: '' })
})

test('claiming with --wait follows a waiting claim until it has its account', async () => {
  const answers = [
    claimOf('waiting', { position: 1, message: 'It waits.' }),
    claimOf('intent', { message: 'It waits.' }),
    claimOf('reserved', { binding: { kind: 'SecretBinding', name: 'aws-1' } }),
  ]
  const asked: string[] = []
  const url = await serverThat((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers.shift()))
  })
  expect(await ask(url, ...CLAIM, '--wait', '2m')).toMatchObject({
    code: 0,
    out: 'SecretBinding aws-1  claim c-1, reserved',
  })
  const follow = 'GET /api/v1/claims/c-1?wait=30s'
  expect(asked).toEqual(['POST /api/v1/claims', follow, follow])
})

test('claiming with --wait continues after a console was unavailable', async () => {
  const answers = [
    [200, claimOf('waiting', { position: 1, message: 'It waits.' })],
    [429, refusal('Too many live connections for your user. End some of them.')],
    [503, refusal('The database is not responding.')],
    null,
    [200, claimOf('reserved', { binding: { kind: 'SecretBinding', name: 'aws-1' } })],
  ] as const
  let asked = 0
  const url = await serverThat((request, response) => {
    const answer = answers[asked++]
    if (!answer) return void request.socket.destroy()
    response.writeHead(answer[0], { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer[1]))
  })
  expect(await ask(url, ...CLAIM, '--wait', '2m')).toMatchObject({
    code: 0,
    out: 'SecretBinding aws-1  claim c-1, reserved',
  })
})

test('a field that the console requires is named by its option', async () => {
  const url = await consoleThat({
    'POST claims': [400, refusal('provider: plan trial runs on aws and gcp; say which')],
  })
  expect((await ask(url, ...CLAIM)).err).toBe('hap: --provider: plan trial runs on aws and gcp; say which')
})

describe('releasing', () => {
  const place = 'bindings/SecretBinding/aws-1'
  const found = [
    200,
    { resourceVersion: '7', shoots: [{ shoot: { name: 'c-1' } }, { shoot: { name: 'c-2' } }] },
  ] as const
  const reason = '2 clusters still use this account.'
  const RELEASE = ['release', 'aws-1', '--reason', 'x']

  test.each([
    ['previewed', ['--dry-run'], { [`POST ${place}/actions/release/preview`]: [200, { status: 'refused', reason }] }],
    ['done', [], { [`POST ${place}/actions/release`]: [409, refusal(reason)] }],
  ] as const)('what clusters use names them when it is %s', async (_case, more, routes) => {
    const run = await ask(await consoleThat({ [`GET ${place}`]: found, ...routes }), ...RELEASE, ...more)
    expect([run.code, run.out, run.err]).toEqual([1, '', `hap: ${reason} Delete or move them first: c-1 and c-2.`])
  })

  test('an unknown binding is reported with the next step', async () => {
    const { code, err } = await ask(await consoleThat({}), 'release', 'nope', '--reason', 'x')
    expect([code, err]).toEqual([1, 'hap: There is no binding nope. "hap bindings" lists the existing ones.'])
  })
})

describe('hap landscape', () => {
  const notice = {
    text: '10 of 20 Shoot objects disappeared from garden-kyma at the same time, at 2026-05-01T12:00:00Z.',
  }
  const state = (more: object = {}) => ({ namespace: 'garden-kyma', paused: false, notices: [], doubted: [], ...more })
  const doubted = [
    { kind: 'CredentialsBinding', name: 'aws-1', doubt: 'restored' },
    { kind: 'SecretBinding', name: 'aws-2', doubt: 'copied' },
  ]

  test('lists what waits to be accepted, and exits with 1 if there is anything', async () => {
    const clear = await ask(await consoleThat({ 'GET landscape': [200, state()] }), 'landscape')
    expect([clear.code, clear.out]).toEqual([0, 'There is nothing to accept in garden-kyma.'])
    const answer = state({ paused: true, notices: [notice], doubted })
    const { code, out } = await ask(await consoleThat({ 'GET landscape': [200, answer] }), 'landscape')
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      'Releases and cleaning in garden-kyma are paused.',
      `  ${notice.text}`,
      'CredentialsBinding aws-1: restored or recreated: its uid differs from the recorded one.',
      'SecretBinding aws-2: its HAP annotations belong to another object.',
    ])
  })

  test('accepts with a reason, and prints the response of the console', async () => {
    const accepted = { accepted: state({ notices: [notice], doubted }), claims: 1 }
    const listed = { 'GET landscape': [200, accepted.accepted] } as const
    const url = await consoleThat({ ...listed, 'POST landscape/accept': [200, accepted] })
    const done = await ask(url, 'landscape', 'accept', '--reason', 'restored')
    expect(done.code).toBe(0)
    expect(done.out).toMatch(/^ {2}10 of 20 .*aws-1.*aws-2.*\nAccepted 2 bindings and 1 notice\. 1 claim changed\.$/s)
    const no = await consoleThat({ ...listed, 'POST landscape/accept': [403, refusal('Requires the admin role.')] })
    const refused = await ask(no, 'landscape', 'accept', '--reason', 'restored')
    expect([refused.code, refused.err]).toEqual([1, 'hap: Requires the admin role.'])
  })

  /** A console on which the second binding is recreated after the first list. */
  const changing = () => {
    const bodies: unknown[] = []
    let lists = 0
    const url = serverThat(async (request, response) => {
      const isAccept = request.method === 'POST'
      if (isAccept) bodies.push(JSON.parse(await text(request)))
      else lists++
      const listed = state({ seen: `digest-${lists}`, doubted: doubted.slice(0, lists) })
      response.writeHead(isAccept ? 412 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isAccept ? refusal('The landscape changed.') : listed))
    })
    return { url, bodies }
  }

  test('sends the digest of the printed list, and after a 412 prints new entries and accepts nothing', async () => {
    const { url, bodies } = changing()
    const { code, out, err } = await ask(await url, 'landscape', 'accept', '--reason', 'restored')
    expect([code, err]).toEqual([1, 'hap: The landscape changed.'])
    expect(bodies).toEqual([{ reason: 'restored', seen: 'digest-1' }])
    expect(out.split('\n')).toEqual([
      expect.stringContaining('CredentialsBinding aws-1: '),
      'Digest of the present list, for --seen: digest-1',
      'New since the list above:',
      expect.stringContaining('SecretBinding aws-2: '),
      'Digest of the present list, for --seen: digest-2',
    ])
  })

  test('sends the digest of an earlier list', async () => {
    const { url, bodies } = changing()
    const { code, out } = await ask(await url, 'landscape', 'accept', '--reason', 'restored', '--seen', 'earlier')
    expect([code, out.split('\n')[0]]).toEqual([1, 'Now:'])
    expect(bodies).toEqual([{ reason: 'restored', seen: 'earlier' }])
  })
})
