import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { NO_AUTH_TIME, SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { NEEDS_APPROVAL } from '#lib/hap/actions/action.ts'
import type { Store } from '#lib/store/store.ts'
import { createLog } from '#lib/telemetry/log.ts'
import { isWholeRefusal, logAuditEntries, outcomeResolvers } from './start-audit.ts'

/** An audit log with this many entries, to which more may be added. */
function auditOf(count: number) {
  let end = count
  const entry = (seq: number) => ({
    seq: BigInt(seq),
    intentSeq: seq % 2 === 0 ? BigInt(seq - 1) : null,
    at: new Date(seq),
    actor: 'olga',
    hash: 'h',
  })
  const findMany = async ({ where, take }: { where: { seq: { gt: bigint } }; take: number }) =>
    Array.from({ length: end }, (_, index) => entry(index + 1))
      .filter(({ seq }) => seq > where.seq.gt)
      .slice(0, take)
  const findUnique = async () => (end === 0 ? null : { seq: BigInt(end), hash: 'h' })
  const store = { db: { auditEntry: { findMany }, auditHead: { findUnique } } } as unknown as Pick<Store, 'db'>
  const grow = (by: number) => {
    end += by
  }
  return { store, grow }
}

function follow(store: Pick<Store, 'db'>) {
  const lines: string[] = []
  const collector = createLog('info', { write: (line: string) => void lines.push(line) })
  onTestFinished(logAuditEntries(store, 1, audit => collector.info({ audit }, 'an entry')))
  return { seqs: () => lines.map(line => Number(JSON.parse(line).audit.seq)), lines }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('logs each entry once, in order, as JSON with the number of its intent', async () => {
  const { store, grow } = auditOf(0)
  const { seqs, lines } = follow(store)
  grow(2)
  await expect.poll(seqs).toEqual([1, 2])
  grow(1_201)
  await expect.poll(seqs).toEqual(range(1, 1_203))
  expect(JSON.parse(lines[1] ?? '').audit).toMatchObject({
    seq: '2',
    intentSeq: '1',
    at: '1970-01-01T00:00:00.002Z',
    actor: 'olga',
  })
})

test('repeats only the last entries at a start', async () => {
  const { store } = auditOf(1_000)
  const { seqs } = follow(store)
  await expect.poll(seqs).toEqual(range(801, 1_000))
})

test.each([
  ['release', 'Requires the operator role.', false],
  ['call page action', 'This console does not accept form posts.', false],
  ['release', NEEDS_APPROVAL, true],
  ['create token', SIGN_IN_AGAIN, true],
  ['create token', NO_AUTH_TIME, true],
  ['approve', 'Requires the operator role.', true],
  ['refuse proposal', 'There is no such proposal.', true],
])('%s refused with %j is always recorded whole: %s', (action, detail, isWhole) => {
  expect(isWholeRefusal({ action }, detail)).toBe(isWhole)
})

/** Nothing shows later whether a file was downloaded; the end of a proposal is recorded with its change. */
const UNRESOLVED = ['download kubeconfig', 'expire proposal']

test('every action of the audit log has a resolver of its outcome', () => {
  const names = readFileSync('test/unit/machine-names.txt', 'utf8')
    .split('\n')
    .flatMap(line => /^audit action: (.*)$/.exec(line)?.[1] ?? [])
  const parts = { store: {}, inventory: {}, acting: {}, configMap: {}, kubeconfigs: {}, resources: {} }
  const resolved = new Set(outcomeResolvers(parts as never).flatMap(({ actions }) => actions))
  expect(names.filter(name => !resolved.has(name))).toEqual(UNRESOLVED)
})
