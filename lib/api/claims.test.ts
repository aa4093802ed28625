import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NO_AUTH_TIME, SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { AuditError } from '#lib/store/audit/audit-log.ts'
import type { ClaimRecord, ClaimStatus } from '#lib/store/claims/claim-record.ts'
import { answerApi } from './api.ts'

/** Issuer and subject of the demo user in audit entries. */
const IDENTITY = { issuer: 'demo', subject: '3' }

const claims = vi.hoisted(() => ({
  claim: vi.fn(),
  list: vi.fn(),
  get: vi.fn(),
  follow: vi.fn(),
  setCluster: vi.fn(),
  release: vi.fn(),
  cancel: vi.fn(),
}))
const audit = vi.hoisted(() => ({ refused: vi.fn() }))
const grounds = vi.hoisted(() => ({ findUnique: vi.fn() }))
const rules = vi.hoisted(() => ({ findUnique: vi.fn() }))
const session = vi.hoisted(() => ({ role: 'operator', id: '3', signedInAt: null as number | null }))

vi.mock('#lib/runtime.ts', () => ({
  runtime: () => ({
    auth: {},
    audit,
    claims,
    operators: { subscriptions: { all: () => [] } },
    store: { db: { claim: grounds, rulesRevision: rules }, now: () => NOW },
    rules: { active: { plans: DEFAULT_PLANS } },
    context: () => ({}),
  }),
}))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/auth/session.ts', async () => {
  const { parseRole } = await import('#lib/auth/roles.ts')
  class NotAuthorisedError extends Error {
    readonly reason = 'role'
  }
  return {
    NotAuthorisedError,
    requireSession: async () => {
      const role = parseRole(session.role)
      if (role === null) throw new NotAuthorisedError('no')
      return { user: { id: session.id, name: 'olga', role } }
    },
    signedInAt: async () => session.signedInAt,
  }
})

const BODY = { plan: 'aws', platformRegion: 'cf-eu10', hyperscalerRegion: 'eu-central-1', globalAccount: 't-1' }
const URL_ = 'http://console/api/v1/claims'

function answer(status: ClaimStatus, position: number | null = null) {
  const claim: Partial<ClaimRecord> = {
    id: 'c-1',
    key: 'k-1',
    status,
    message: 'Claims a.',
    cause: null,
    onExhausted: 'wait',
    deadline: null,
    createdAt: 0,
    reservedAt: null,
    releasedAt: null,
  }
  return { claim, position }
}

function post(body: unknown, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', 'idempotency-key': 'k-1', host: 'console', ...headers }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return answerApi(new Request(URL_, { method: 'POST', headers: all, body: text }))
}

const NOW = Date.parse('2026-11-26T10:00:00Z')

beforeEach(() => {
  Object.assign(session, { role: 'operator', id: '3', signedInAt: null })
  for (const mock of [...Object.values(claims), audit.refused]) mock.mockReset()
})

describe('POST', () => {
  test.each<[ClaimStatus, number | null, number]>([
    ['reserved', null, 201],
    ['active', null, 201],
    ['waiting', 3, 202],
    ['refused', null, 422],
    ['released', null, 200],
  ])('responds to a %s claim with its code', async (status, position, code) => {
    claims.claim.mockResolvedValue(answer(status, position))
    const response = await post(BODY)
    expect(response.status).toBe(code)
    expect(response.headers.get('location')).toBe('/api/v1/claims/c-1')
    const body = await response.json()
    expect(code === 422 ? body.detail : body.message).toBe('Claims a.')
    if (position !== null) expect(body.position).toBe(3)
  })

  test('passes caller, request and key to the service', async () => {
    claims.claim.mockResolvedValue(answer('reserved'))
    await post({ ...BODY, cluster: 'c-77' }, { 'x-request-id': 'r-1' })
    expect(claims.claim).toHaveBeenCalledWith(
      {
        request: { ...BODY, provider: 'aws' },
        cluster: 'c-77',
        terms: { onExhausted: 'wait', deadline: null },
        actor: { name: 'olga', role: 'operator', identity: IDENTITY },
        requestId: 'r-1',
      },
      'k-1',
    )
  })

  test.each([
    ['no key', BODY, { 'idempotency-key': '' }, 400, /Idempotency-Key/],
    ['a key with blanks', BODY, { 'idempotency-key': 'a b' }, 400, /Idempotency-Key/],
    ['a list', [], {}, 400, /^body: must be an object$/],
    ['no plan', { ...BODY, plan: undefined }, {}, 400, /^plan: is required$/],
    ['an empty cluster', { ...BODY, cluster: '' }, {}, 400, /^cluster: must not be empty$/],
    ['a plan with several providers and none named', { ...BODY, plan: 'trial' }, {}, 400, /provider/],
    ['an unknown field', { ...BODY, account: 'x' }, {}, 400, /^body: has unknown fields: account$/],
    ['a long tenant', { ...BODY, globalAccount: 'x'.repeat(64) }, {}, 400, /globalAccount/],
    ['a NUL in a region', { ...BODY, platformRegion: 'a\0b' }, {}, 400, /platformRegion/],
    ['half a character', { ...BODY, globalAccount: 'x\ud800' }, {}, 400, /globalAccount/],
    ['an empty tenant', { ...BODY, globalAccount: ' ' }, {}, 400, /globalAccount/],
    ['no JSON', '{', {}, 400, /JSON/],
    ['a form', BODY, { 'content-type': 'text/plain' }, 415, /JSON/],
    ['too much', { ...BODY, plan: 'x'.repeat(70_000) }, {}, 413, /bytes/],
    ['another site', BODY, { origin: 'http://evil' }, 403, /own pages/],
    ['a sandboxed page', BODY, { origin: 'null' }, 403, /own pages/],
    ['a sibling site', BODY, { 'sec-fetch-site': 'same-site' }, 403, /own pages/],
  ] as const)('refuses %s', async (_, body, headers, status, words) => {
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect((await response.json()).detail).toMatch(words)
    expect(claims.claim).not.toHaveBeenCalled()
    expect(audit.refused).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ actor: { name: 'olga', role: 'operator', identity: IDENTITY }, action: 'claim' }),
      expect.stringMatching(words),
    )
  })

  test('refuses a request without a session and records nothing', async () => {
    session.role = 'none'
    expect((await post(BODY, { origin: 'http://evil' })).status).toBe(403)
    expect(audit.refused).not.toHaveBeenCalled()
  })

  test('refuses invalid input even if the refusal cannot be recorded', async () => {
    audit.refused.mockRejectedValue(new AuditError('The audit log cannot be written.'))
    expect((await post([])).status).toBe(400)
  })

  test('returns Retry-After when busy, and 409 for a used key', async () => {
    claims.claim.mockRejectedValue(new ClaimError(503, 'Not settled in time.', 5))
    const busy = await post(BODY)
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
    claims.claim.mockRejectedValue(new ClaimError(409, 'Used.'))
    expect((await post(BODY)).status).toBe(409)
  })

  test.each(['{', { plan: 7 }, 'x'.repeat(70_000)])(
    'refuses a caller without the role before parsing the body',
    async body => {
      session.role = 'viewer'
      expect((await post(body, { 'idempotency-key': '' })).status).toBe(403)
      expect(audit.refused).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'Requires the operator role.')
    },
  )

  test('requires the operator role and records the refusal', async () => {
    session.role = 'viewer'
    expect((await post(BODY, { 'x-request-id': 'r-1' })).status).toBe(403)
    expect(claims.claim).not.toHaveBeenCalled()
    const draft = {
      actor: { name: 'olga', role: 'viewer', identity: IDENTITY },
      action: 'claim',
      targets: [],
      requestId: 'r-1',
    }
    expect(audit.refused).toHaveBeenCalledWith(expect.objectContaining(draft), 'Requires the operator role.')
  })
})

describe('POST with what to do when the pool is exhausted', () => {
  const termsOf = () => claims.claim.mock.calls.at(-1)?.[0].terms

  test('passes it to the service; the default is to wait without an end', async () => {
    claims.claim.mockResolvedValue(answer('waiting', 1))
    expect((await post(BODY)).status).toBe(202)
    expect(termsOf()).toEqual({ onExhausted: 'wait', deadline: null })
    await post({ ...BODY, onExhausted: 'fail' })
    expect(termsOf()).toEqual({ onExhausted: 'fail', deadline: null })
    await post({ ...BODY, deadline: '2026-11-26T12:00:00+01:00' })
    expect(termsOf()).toEqual({ onExhausted: 'wait', deadline: Date.parse('2026-11-26T11:00:00Z') })
    // A repeated request may come after its deadline.
    await post({ ...BODY, deadline: '2026-11-26T09:00:00Z' })
    expect(termsOf()).toEqual({ onExhausted: 'wait', deadline: NOW - 3_600_000 })
  })

  test.each([
    [{ onExhausted: 'never' }, 'onExhausted: must be'],
    [{ deadline: 'tomorrow' }, 'deadline: must be a time such as 2026-12-01T12:00:00Z'],
    [{ deadline: '2026-12-26T10:00:01Z' }, 'deadline: must be at most 30 days ahead'],
    [{ deadline: '2026-11-26T12:00:00Z', onExhausted: 'fail' }, 'deadline: a claim with onExhausted "fail"'],
  ])('refuses %j', async (more, words) => {
    const response = await post({ ...BODY, ...more })
    expect(response.status).toBe(400)
    expect((await response.json()).detail).toContain(words)
    expect(claims.claim).not.toHaveBeenCalled()
  })

  test.each([
    ['exhausted', 'urn:hap-console:pool-exhausted', 'Pool exhausted'],
    ['unknown-pool', 'urn:hap-console:unknown-pool', 'Unknown pool'],
    [null, 'about:blank', 'Refused'],
  ] as const)('names the problem of a claim that was refused as %s', async (cause, type, title) => {
    const { claim, position } = answer('refused')
    claims.claim.mockResolvedValue({ claim: { ...claim, cause }, position })
    const response = await post(BODY)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ type, title, claim: { cause } })
  })
})

describe('GET, PATCH and DELETE', () => {
  test('a viewer lists claims by tenant, pool and status', async () => {
    session.role = 'viewer'
    claims.list.mockResolvedValue({ claims: [answer('reserved').claim], total: 1 })
    const response = await answerApi(new Request(`${URL_}?tenant=t-1&pool=aws&status=reserved,active&limit=5`))
    expect(await response.json()).toMatchObject({ total: 1, claims: [{ id: 'c-1' }] })
    const statuses = ['reserved', 'active']
    expect(claims.list).toHaveBeenCalledWith({ tenant: 't-1', poolKey: 'aws', statuses, offset: 0, limit: 5 })
    for (const query of ['status=nonsense', 'tenant=%00', 'pool=%00'])
      expect((await answerApi(new Request(`${URL_}?${query}`))).status).toBe(400)
  })

  test('a viewer reads the reasoning of a single claim, which lists omit', async () => {
    session.role = 'viewer'
    claims.get.mockResolvedValue(answer('reserved'))
    const any = { wanted: null, ok: true }
    const verdict = { specificity: 0, verdict: 'chosen', words: 'chosen' }
    const trace = { line: 3, text: 'aws', platformRegion: any, hyperscalerRegion: any, ...verdict }
    const reasoning = {
      outcome: 'claim',
      message: 'Claims a.',
      rule: { line: 3, text: 'aws' },
      rules: { rules: [trace], matching: 1, moreRules: 0 },
      limit: null,
      onAllowlist: false,
      passedOver: [{ account: 'Secret/garden/b', why: 'fenced' }],
      morePassedOver: 0,
      steps: [
        { purpose: 'claim', selector: '!dirty', reached: true, reasons: {}, others: { dirty: 2 }, candidates: [] },
      ],
    }
    const kept = { rulesRevision: 'r-1', settingsVersion: 7, semantics: 'documented', selector: '!dirty', reasoning }
    const read = async (row: object | null) => {
      grounds.findUnique.mockResolvedValue(row)
      rules.findUnique.mockResolvedValue({ texts: ['aws'] })
      return (await answerApi(new Request(`${URL_}/c-1`))).json()
    }
    expect(await read(kept)).toMatchObject({ id: 'c-1', status: 'reserved', why: { ...kept, ruleTexts: ['aws'] } })
    expect(await read({ ...kept, reasoning: { of: 'another version' } })).toMatchObject({
      why: { rulesRevision: 'r-1', reasoning: null },
    })
    expect(await read({ ...kept, rulesRevision: null })).toMatchObject({ why: null })
    claims.list.mockResolvedValue({ claims: [answer('reserved').claim], total: 1 })
    const list = await (await answerApi(new Request(URL_))).json()
    expect(Object.keys(list.claims[0])).not.toContain('why')
  })

  test('responds with 409 when the claim belongs to a SubscriptionRequest', async () => {
    const { claim } = answer('active')
    claims.get.mockResolvedValue({ claim: { ...claim, key: 'subscription-request/u-1/0' }, position: null })
    const headers = { 'content-type': 'application/json' }
    const change = { method: 'PATCH', headers, body: '{"cluster":"c-77"}' }
    for (const response of [
      await answerApi(new Request(`${URL_}/c-1`, change)),
      await answerApi(new Request(`${URL_}/c-1`, { method: 'DELETE' })),
    ]) {
      expect(response.status).toBe(409)
      expect((await response.json()).detail).toContain('The claim belongs to a SubscriptionRequest.')
    }
    expect([claims.setCluster.mock.calls, claims.release.mock.calls]).toEqual([[], []])
    expect(audit.refused.mock.calls.map(([{ action }]) => action)).toEqual(['set-cluster', 'release'])
  })

  test('an operator sets the cluster and releases a claim', async () => {
    claims.get.mockResolvedValue(answer('reserved'))
    claims.setCluster.mockResolvedValue(answer('reserved'))
    const headers = { 'content-type': 'application/json', 'x-request-id': 'r-2' }
    const patch = (body: unknown) =>
      answerApi(new Request(`${URL_}/c-1`, { method: 'PATCH', headers, body: JSON.stringify(body) }))
    expect((await patch({ cluster: 'c-77' })).status).toBe(200)
    expect((await patch({ cluster: '../etc' })).status).toBe(400)
    const caller = { actor: { name: 'olga', role: 'operator', identity: IDENTITY }, requestId: 'r-2' }
    expect(claims.setCluster).toHaveBeenCalledWith('c-1', 'c-77', caller)
    claims.release.mockResolvedValue(answer('releasing'))
    expect((await answerApi(new Request(`${URL_}/c-1`, { method: 'DELETE', headers }))).status).toBe(202)
    expect(claims.release).toHaveBeenCalledWith('c-1', caller)
    claims.release.mockResolvedValue(answer('released'))
    expect((await answerApi(new Request(`${URL_}/c-1`, { method: 'DELETE' }))).status).toBe(200)
    session.role = 'viewer'
    expect((await answerApi(new Request(`${URL_}/c-1`, { method: 'DELETE' }))).status).toBe(403)
    expect((await patch({ cluster: 'c-77' })).status).toBe(403)
    session.role = 'operator'
    claims.release.mockRejectedValue(new ClaimError(404, 'There is no such claim.'))
    expect((await answerApi(new Request(`${URL_}/c-1`, { method: 'DELETE' }))).status).toBe(404)
    expect(audit.refused.mock.calls.map(([{ action, targets }]) => [action, targets])).toEqual([
      ['set-cluster', ['Claim/c-1']],
      ['release', ['Claim/c-1']],
      ['set-cluster', ['Claim/c-1']],
      ['release', ['Claim/c-1']],
    ])
  })
})

describe('following a claim', () => {
  const read = (query: string) => answerApi(new Request(`${URL_}/c-1${query}`))

  beforeEach(() => {
    session.role = 'viewer'
    for (const method of [claims.get, claims.follow]) method.mockResolvedValue(answer('reserved'))
  })

  test('waits as long as asked', async () => {
    expect((await read('?wait=30s')).status).toBe(200)
    expect(claims.follow).toHaveBeenCalledExactlyOnceWith('c-1', 30_000, expect.any(AbortSignal))
    expect((await read('?wait=0s')).status).toBe(200)
    expect(claims.get).toHaveBeenCalledExactlyOnceWith('c-1')
  })

  test.each(['31s', '30', '1m', '-1s', ''])('refuses wait=%s', async wait => {
    expect((await read(`?wait=${wait}`)).status).toBe(400)
    expect(claims.follow).not.toHaveBeenCalled()
  })

  test('is limited to 100 requests of a user at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answer>>()
    claims.follow.mockReturnValue(promise)
    const open = Array.from({ length: 100 }, () => read('?wait=30s'))
    await vi.waitFor(() => expect(claims.follow).toHaveBeenCalledTimes(100))
    expect((await read('?wait=30s')).status).toBe(429)
    resolve(answer('reserved'))
    await Promise.all(open)
    expect((await read('?wait=30s')).status).toBe(200)
  })

  test('finds a claim by its key', async () => {
    claims.list.mockResolvedValue({ claims: [], total: 0 })
    expect((await answerApi(new Request(`${URL_}?key=orders-prod`))).status).toBe(200)
    expect(claims.list).toHaveBeenCalledWith(expect.objectContaining({ key: 'orders-prod' }))
  })
})

describe('cancelling a waiting claim', () => {
  const cancel = (body: unknown) =>
    answerApi(
      new Request(`${URL_}/c-1/cancel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'r-3' },
        body: JSON.stringify(body),
      }),
    )

  test('passes the reason to the service', async () => {
    claims.get.mockResolvedValue(answer('waiting', 1))
    claims.cancel.mockResolvedValue(answer('released'))
    expect((await cancel({ reason: ' not needed ', ticket: 'OPS-1' })).status).toBe(200)
    const caller = { actor: { name: 'olga', role: 'operator', identity: IDENTITY }, requestId: 'r-3' }
    expect(claims.cancel).toHaveBeenCalledExactlyOnceWith('c-1', caller, { reason: 'not needed', ticket: 'OPS-1' })
  })

  test('refuses and records a viewer, a missing reason, and the claim of a SubscriptionRequest', async () => {
    const { claim } = answer('waiting')
    claims.get.mockResolvedValue({ claim: { ...claim, key: 'subscription-request/u-1/0123' }, position: 1 })
    session.role = 'viewer'
    expect((await cancel({ reason: 'a test' })).status).toBe(403)
    session.role = 'operator'
    expect((await cancel({ reason: ' ' })).status).toBe(400)
    expect((await cancel({ reason: 'a test' })).status).toBe(409)
    expect(claims.cancel).not.toHaveBeenCalled()
    expect(audit.refused.mock.calls.map(([{ action, targets }]) => [action, targets])).toEqual(
      Array.from({ length: 3 }, () => ['cancel-claim', ['Claim/c-1']]),
    )
  })
})

describe('releasing a claim in a session of the identity provider', () => {
  const release = () => answerApi(new Request(`${URL_}/c-1`, { method: 'DELETE' }))

  beforeEach(() => {
    session.id = 'oidc:olga'
    claims.get.mockResolvedValue(answer('reserved'))
    claims.release.mockResolvedValue(answer('released'))
  })

  test.each([
    ['long ago', NOW - 300_000, SIGN_IN_AGAIN],
    ['at no known time', null, expect.stringContaining(NO_AUTH_TIME)],
  ])('is refused after a sign-in %s, and recorded', async (_, signedInAt, words) => {
    session.signedInAt = signedInAt
    const response = await release()
    expect([response.status, (await response.json()).detail]).toEqual([403, words])
    expect([claims.release, claims.get].flatMap(({ mock }) => mock.calls)).toEqual([])
    const draft = expect.objectContaining({ action: 'release', targets: ['Claim/c-1'] })
    expect(audit.refused).toHaveBeenCalledExactlyOnceWith(draft, words)
  })

  test('succeeds after a recent sign-in; claiming and setting a cluster require none', async () => {
    claims.claim.mockResolvedValue(answer('reserved'))
    claims.setCluster.mockResolvedValue(answer('reserved'))
    expect((await post(BODY)).status).toBe(201)
    const body = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"cluster":"c-77"}' }
    expect((await answerApi(new Request(`${URL_}/c-1`, body))).status).toBe(200)
    session.signedInAt = NOW - 299_999
    expect((await release()).status).toBe(200)
  })

  test('with a token depends only on its role', async () => {
    session.id = 'token:t-1'
    expect((await release()).status).toBe(200)
  })
})
