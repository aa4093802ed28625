import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FaultInput } from '#embedded-garden/faults/fault.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { changeOf, claimChange, epochOf, raiseEpochChange } from '#lib/hap/lifecycle/change.ts'
import { dirtyChange, quarantineChange } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { pick, randomNumbers } from '../../../test/engine/random.ts'
import { throttled } from '../../../test/garden/throttled.ts'
import { startWriteGarden, WRITER, type WriteGarden } from '../../../test/garden/write-garden.ts'
import type { BindingWrites } from './binding-writes.ts'
import { WriteError, type WriteErrorCode } from './write-error.ts'
import { newWriteId, traceOf } from './write-trace.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const NAME = 'sap-azure-skr-cust-00005'
const LABELLER = { token: 'labeller', user: { name: 'labeller', uid: '9', groups: ['labellers'] } }
let kit: WriteGarden

beforeAll(async () => {
  kit = await startWriteGarden({ users: [LABELLER] })
})

afterEach(() => kit.garden.faults.clear())

afterAll(() => kit.stop())

const now = (name = NAME) => kit.observer.read(kit.ref(name))

/** Outcome of a call: `done`, or the code of its error. */
async function ending(work: Promise<unknown>): Promise<'done' | WriteErrorCode> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof WriteError) return error.code
    throw error
  }
}

async function errorOf(work: Promise<unknown>): Promise<WriteError> {
  const error = await work.catch((cause: unknown) => cause)
  if (!(error instanceof WriteError)) throw new Error('expected a WriteError', { cause: error })
  return error
}

const order = (binding: Binding) => ({
  binding,
  change: raiseEpochChange(binding),
  priority: 'action' as const,
  id: newWriteId(),
})

type Mishap = FaultInput['mishap']

const CALLS = {
  read: { verb: 'get', run: (writes: BindingWrites, binding: Binding) => writes.read(binding) },
  preview: { verb: 'patch', run: (writes: BindingWrites, binding: Binding) => writes.preview(order(binding)) },
  write: { verb: 'patch', run: (writes: BindingWrites, binding: Binding) => writes.write(order(binding)) },
} as const

type CallName = keyof typeof CALLS

const FAULTS: Readonly<Record<string, Mishap>> = {
  '403 of admission': { type: 'status', status: 403, reason: 'Forbidden' },
  '404': { type: 'status', status: 404, reason: 'NotFound' },
  '409': { type: 'status', status: 409, reason: 'Conflict' },
  '410': { type: 'status', status: 410, reason: 'Expired' },
  '422': { type: 'status', status: 422, reason: 'Invalid' },
  '429': { type: 'status', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 0 },
  '500': { type: 'status', status: 500, reason: 'InternalError' },
  '503 text/plain': { type: 'status', status: 503, text: 'service unavailable\n' },
  '504': { type: 'status', status: 504, reason: 'Timeout' },
  'reset before': { type: 'reset' },
  'lost answer': { type: 'lose-answer' },
  '503 after commit': { type: 'replace-answer', status: 503, text: 'service unavailable\n' },
  '500 after commit': { type: 'replace-answer', status: 500, text: 'rpc error' },
  'timeout after commit': { type: 'hang' },
  delay: { type: 'delay', ms: 50 },
}

describe('a single fault', () => {
  const EXPECTED: Readonly<Record<string, Readonly<Record<CallName, 'done' | WriteErrorCode>>>> = {
    '403 of admission': { read: 'admission', preview: 'admission', write: 'admission' },
    '404': { read: 'not-found', preview: 'not-found', write: 'not-found' },
    '409': { read: 'conflict', preview: 'conflict', write: 'conflict' },
    '410': { read: 'unexpected', preview: 'unexpected', write: 'unexpected' },
    '422': { read: 'invalid', preview: 'invalid', write: 'invalid' },
    '429': { read: 'done', preview: 'done', write: 'done' },
    '500': { read: 'done', preview: 'done', write: 'done' },
    '503 text/plain': { read: 'done', preview: 'done', write: 'done' },
    '504': { read: 'done', preview: 'done', write: 'done' },
    'reset before': { read: 'done', preview: 'done', write: 'done' },
    'lost answer': { read: 'done', preview: 'done', write: 'done' },
    '503 after commit': { read: 'done', preview: 'done', write: 'done' },
    '500 after commit': { read: 'done', preview: 'done', write: 'done' },
    'timeout after commit': { read: 'done', preview: 'done', write: 'done' },
    delay: { read: 'done', preview: 'done', write: 'done' },
  }
  const cells = Object.keys(FAULTS).flatMap(fault =>
    (Object.keys(CALLS) as CallName[]).map(call => [fault, call] as const),
  )

  test.each(cells)('%s meets %s', async (fault, call) => {
    const { verb, run } = CALLS[call]
    const before = await now()
    const mishap = FAULTS[fault]
    if (!mishap) throw new Error(fault)
    kit.garden.faults.add({ match: { verb, userAgent: WRITER }, mishap })
    const end = await ending(run(kit.writer({ attemptMs: 300 }), before))
    expect(kit.garden.faults.waiting).toEqual([])
    expect(end).toBe(EXPECTED[fault]?.[call])
    const after = await now()
    expect(epochOf(after) - epochOf(before)).toBe(call === 'write' && end === 'done' ? 1 : 0)
  })
})

describe('a lasting fault', () => {
  const forever = (fault: string, verb?: string) => {
    const mishap = FAULTS[fault]
    if (!mishap) throw new Error(fault)
    kit.garden.faults.add({ match: { userAgent: WRITER, ...(verb === undefined ? {} : { verb }) }, mishap, times: 0 })
  }

  test.each<[string, WriteErrorCode]>([
    ['429', 'throttled'],
    ['500', 'outcome-unknown'],
    ['503 text/plain', 'outcome-unknown'],
    ['reset before', 'outcome-unknown'],
  ])('%s of writes: an unknown outcome is reported as unknown', async (fault, code) => {
    const before = await now()
    forever(fault, 'patch')
    const write = order(before)
    const error = await errorOf(kit.writer({ withinMs: 1_500 }).write(write))
    expect(error.code).toBe(code)
    expect((await now()).resourceVersion).toBe(before.resourceVersion)
    kit.garden.faults.clear()
    expect((await kit.writer().lookUp(traceOf(before, write.id))).landing).toBe('pending')
    // No earlier request can still take effect.
    await kit.writer().write(order(await now()))
    expect((await kit.writer().lookUp(traceOf(before, write.id))).landing).toBe('not-landed')
  })

  test.each(['lost answer', '503 after commit', 'timeout after commit'])(
    '%s of writes: the binding proves that the write was carried out',
    async fault => {
      const before = await now()
      forever(fault, 'patch')
      const after = await kit.writer({ attemptMs: 300 }).write(order(before))
      expect(epochOf(after)).toBe(epochOf(before) + 1)
    },
  )

  test.each(['500', '503 text/plain', 'reset before'])(
    '%s of everything: a read fails with a message in the end',
    async fault => {
      forever(fault)
      const error = await errorOf(kit.writer({ withinMs: 1_000 }).read(kit.ref(NAME)))
      expect(['unavailable', 'unreachable']).toContain(error.code)
      expect(error.message).toMatch(
        /^CredentialsBinding sap-azure-skr-cust-00005 in \S+ was not read: .+\. Nothing has to be undone\./,
      )
    },
  )

  test('reports an unknown outcome after a lost response until the binding can be read', async () => {
    const before = await now()
    kit.garden.faults.add({ match: { verb: 'patch', userAgent: WRITER }, mishap: { type: 'lose-answer' } })
    forever('503 text/plain', 'get')
    const write = order(before)
    const error = await errorOf(kit.writer({ withinMs: 1_000 }).write(write))
    expect(error).toMatchObject({ code: 'outcome-unknown', now: null })
    expect(error.message).toMatch(/may or may not have been written: .+\. Check the binding before any other change\.$/)
    kit.garden.faults.clear()
    const { landing, now: found } = await kit.writer().lookUp(traceOf(before, write.id))
    expect([landing, found && epochOf(found)]).toEqual(['landed', epochOf(before) + 1])
  })
})

describe('a refusal has a message with advice', () => {
  test('returns the current binding after a conflict', async () => {
    const before = await now()
    const since = await kit.observer.write({
      ...order(before),
      change: changeOf(before, { labels: { internal: 'true' } }),
    })
    const error = await errorOf(kit.writer().write(order(before)))
    expect(error.message).toMatch(
      /was not written: it was changed in the meantime \(409\)\. Review the change, then retry\.$/,
    )
    expect(error.now).toEqual(since)
    expect((await errorOf(kit.writer().preview(order(before)))).now).toEqual(since)
    await kit.observer.write({ ...order(since), change: changeOf(since, { labels: { internal: null } }) })
  })

  test('does not write a terminating binding', async () => {
    const name = 'sap-terminating'
    kit.garden.loadAll([manifest(name, { deletionTimestamp: '2026-05-01T00:00:00Z' })])
    const binding = await now(name)
    for (const call of [kit.writer().write(order(binding)), kit.writer().preview(order(binding))]) {
      expect((await errorOf(call)).message).toMatch(/it is being deleted since 2026-05-01T00:00:00Z\./)
    }
    const stale = { ...binding, deletedAt: null, resourceVersion: '1' }
    expect((await errorOf(kit.writer().write(order(stale)))).code).toBe('terminating')
  })

  test('returns credentials-missing when the credentials do not exist', async () => {
    const name = 'sap-orphan'
    kit.garden.loadAll([manifest(name)])
    const binding = await now(name)
    const error = await errorOf(kit.writer().preview(order(binding)))
    expect(error.code).toBe('credentials-missing')
    expect(error.message).toMatch(
      /Secret sap-orphan in \S+ does not exist, and Gardener refuses .+ \(403\)\. Message of the server: .+ secrets "sap-orphan" not found\. Recreate it, or delete the binding\.$/,
    )
  })

  test('returns quota-missing when a Quota of the binding does not exist', async () => {
    const name = 'sap-quota'
    kit.garden.loadAll([
      { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: LANDSCAPE_NAMESPACE } },
      { ...manifest(name), quotas: [{ name: 'trial', namespace: LANDSCAPE_NAMESPACE }] },
    ])
    const binding = await now(name)
    for (const call of [kit.writer().preview(order(binding)), kit.writer().write(order(binding))]) {
      const error = await errorOf(call)
      expect(error.code).toBe('quota-missing')
      expect(error.message).toMatch(/a Quota it names does not exist, and Gardener refuses .+ Recreate the Quota/)
    }
  })

  test('names the missing permission when the console cannot read the credentials', async () => {
    await mayPatchOnly()
    const binding = await now()
    const error = await errorOf(kit.writer({ token: LABELLER.token }).write(order(binding)))
    expect(error.code).toBe('credentials-unreadable')
    expect(error.advice).toBe(`Its role needs "get" on Secret ${NAME} in ${LANDSCAPE_NAMESPACE}.`)
  })

  test('names the missing permission to write', async () => {
    const binding = await now()
    const viewer = kit.garden.token('viewer')
    const error = await errorOf(kit.writer({ token: viewer }).write(order(binding)))
    expect(error.code).toBe('forbidden')
    expect(error.advice).toMatch(/^Its role needs "patch" on credentialsbindings\.security\.gardener\.cloud in /)
  })

  test('returns 422 with the message of the server, without the echoed object, for an invalid label', async () => {
    const binding = await now()
    const change = { labels: { tenantName: 'a b' }, annotations: {} }
    const error = await errorOf(kit.writer().write({ ...order(binding), change }))
    expect(error.code).toBe('invalid')
    expect(error.because).toMatch(
      /^the server found it not valid \(422\): see metadata\.labels\. Message of the server: .*metadata\.labels: Invalid value: "a b"/,
    )
    expect(error.because.length).toBeLessThan(600)
  })

  test('returns not-found for a missing binding', async () => {
    expect((await errorOf(kit.writer().read(kit.ref('nobody')))).code).toBe('not-found')
    const ghost = { ...(await now()), name: 'nobody' }
    expect((await errorOf(kit.writer().write(order(ghost)))).code).toBe('not-found')
  })

  test('refuses a recreated object, also with the same version', async () => {
    const before = await now()
    const work = kit.writer().write(order({ ...before, uid: 'of-another-object' }))
    expect(await errorOf(work)).toMatchObject({ code: 'conflict', because: expect.stringContaining('recreated') })
    expect(await now()).toEqual(before)
  })

  test('a binding in doubt is only restricted further, and its notes remain those of another object', async () => {
    const before = { ...(await now('sap-azure-skr-cust-00004')), doubt: 'restored' as const }
    const given = { ...order(before), change: claimChange(before, 'ga-2', 'claim', 0) }
    for (const work of [kit.writer().write(given), kit.writer().preview(given)])
      expect(await errorOf(work)).toMatchObject({ code: 'restored', message: expect.stringContaining('hap landscape') })
    const after = await kit.writer().write({ ...order(before), change: quarantineChange(before, 0) })
    expect(after.annotations).toMatchObject({ [ANNOTATIONS.state]: 'quarantined', [ANNOTATIONS.uid]: 'unknown' })
    const trusted = await kit.writer().write(order(after))
    expect(trusted.annotations[ANNOTATIONS.uid]).toBe(after.uid)
  })

  test('returns unauthenticated for an unknown token', async () => {
    expect((await errorOf(kit.writer({ token: 'nobody' }).read(kit.ref(NAME)))).code).toBe('unauthenticated')
  })
})

describe('writing', () => {
  test('a preview writes nothing and returns the resulting binding', async () => {
    const before = await now()
    const preview = await kit.writer().preview({ ...order(before), change: dirtyChange(before, 0) })
    expect(preview.labels.dirty).toBe('true')
    expect(await now()).toEqual(before)
  })

  test('a Secret used as a binding is written as metadata', async () => {
    const ref = kit.ref(NAME, 'Secret')
    const secret = await kit.observer.read(ref)
    const change = changeOf(secret, { labels: { tenantName: 'ga-1' } })
    const after = await kit.writer({ token: kit.garden.token('admin') }).write({ ...order(secret), change })
    expect(after.labels['tenant-name']).toBe('ga-1')
    expect(kit.garden.services.secretGuard.refused).toEqual([])
  })

  test('waits as long as the server requested', async () => {
    const before = await now()
    const mishap = { type: 'status' as const, status: 429, retryAfterSeconds: 1 }
    kit.garden.faults.add({ match: { verb: 'patch', userAgent: WRITER }, mishap })
    const writes = kit.writer()
    const done = writes.write(order(before))
    // Other writes wait too.
    await vi.waitFor(() => expect(writes.queue.expectedMs(1, 'claim')).toBeGreaterThan(500), {
      timeout: 10_000,
      interval: 10,
    })
    expect(epochOf(await done)).toBe(epochOf(before) + 1)
  })

  test('never sends a waiting write that is cancelled', async () => {
    const before = await now()
    const writes = kit.writer({ perSecond: 2.5 })
    await throttled(writes.queue, 60_000)
    const stop = new AbortController()
    const done = writes.write({ ...order(before), signal: stop.signal }).catch(String)
    stop.abort('stopped')
    expect(await done).toBe('stopped')
    expect((await now()).resourceVersion).toBe(before.resourceVersion)
  })

  test('reports consistent outcomes to eight writers of one binding under many faults', async () => {
    const random = randomNumbers(20_261_121)
    // A permanently refused read cannot reveal the outcome of the write, so those faults only affect writes.
    const [first, ...others] = Object.entries(FAULTS).flatMap(([name, mishap]) => {
      if (name === 'timeout after commit') return []
      return [{ mishap, match: { userAgent: WRITER, ...(/^4(?!29)/.test(name) ? { verb: 'patch' } : {}) } }]
    })
    if (!first) throw new Error('no faults')
    const start = epochOf(await now())
    const ends = { done: 0, unknown: 0, other: 0 }
    const writer = async () => {
      const writes = kit.writer()
      for (let i = 0; i < 25; i++) {
        kit.garden.faults.add(pick(random, [first, ...others]))
        const binding = await writes.read(kit.ref(NAME)).catch(() => null)
        if (!binding) continue
        const end = await ending(writes.write(order(binding)))
        ends[end === 'done' ? 'done' : end === 'outcome-unknown' ? 'unknown' : 'other']++
      }
    }
    await Promise.all(Array.from({ length: 8 }, writer))
    kit.garden.faults.clear()
    const landed = epochOf(await now()) - start
    expect(landed).toBeGreaterThanOrEqual(ends.done)
    expect(landed).toBeLessThanOrEqual(ends.done + ends.unknown)
    expect(ends.done).toBeGreaterThan(30)
    expect(ends.unknown).toBeLessThan(5)
  })
})

/** A binding whose Secret does not exist, stored without any check. */
function manifest(name: string, metadata: Record<string, string> = {}) {
  const place = { name, namespace: LANDSCAPE_NAMESPACE }
  return {
    apiVersion: 'security.gardener.cloud/v1alpha1',
    kind: 'CredentialsBinding',
    metadata: {
      ...place,
      uid: `uid-${name}`,
      labels: { hyperscalerType: 'aws' },
      finalizers: ['gardener'],
      ...metadata,
    },
    provider: { type: 'aws' },
    credentialsRef: { apiVersion: 'v1', kind: 'Secret', ...place },
  }
}

/** Gives the labeller only the permission to patch bindings. */
async function mayPatchOnly(): Promise<void> {
  const path = '/apis/rbac.authorization.k8s.io/v1'
  const post = (plural: string, object: object) =>
    kit.admin.request({
      doing: `create ${plural}`,
      permission: null,
      method: 'POST',
      path: `${path}/${plural}`,
      contentType: 'application/json',
      body: JSON.stringify({ apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'labeller' }, ...object }),
    })
  const rules = [
    { verbs: ['get', 'patch'], apiGroups: ['security.gardener.cloud'], resources: ['credentialsbindings'] },
  ]
  await post('clusterroles', { kind: 'ClusterRole', rules })
  const apiGroup = 'rbac.authorization.k8s.io'
  const roleRef = { apiGroup, kind: 'ClusterRole', name: 'labeller' }
  await post('clusterrolebindings', {
    kind: 'ClusterRoleBinding',
    roleRef,
    subjects: [{ kind: 'Group', apiGroup, name: 'labellers' }],
  })
}
