import { expect, test } from 'vitest'
import { ANNOTATIONS } from '../pools/binding.ts'
import type { AuditedChange, AuditOutcome } from './binding-write.ts'
import { claimedBinding, entryChange, listRequest, wroteWithin } from './entry-change.ts'
import { actionVerb, parseTarget, tokenTarget } from './target.ts'

const BINDING = 'CredentialsBinding/garden/aws-1'
const labelled = (labels: Record<string, string>, annotations: Record<string, string> = {}) => ({
  labels,
  annotations,
  resourceVersion: '7',
})
const CLAIMED = labelled({ tenantName: 'ga-1' })
const DIRTY = labelled({ tenantName: 'ga-1', dirty: 'true' })

const words = (entry: Partial<AuditedChange>) =>
  entryChange({ targets: [BINDING], outcome: 'accepted', before: null, wanted: null, result: null, ...entry }).map(
    ({ change, key, value }) => `${change === 'added' ? '+' : '-'} ${key}: ${value}`,
  )

test.each<[string, Partial<AuditedChange>, readonly string[]]>([
  ['done, as it was seen afterwards', { before: CLAIMED, wanted: CLAIMED, result: DIRTY }, ['+ dirty: true']],
  ['done, without a read', { before: CLAIMED, wanted: DIRTY }, ['+ dirty: true']],
  [
    'not done: the planned change',
    { outcome: 'failed', before: CLAIMED, wanted: DIRTY, result: CLAIMED },
    ['+ dirty: true'],
  ],
  ['open: the planned change', { outcome: 'open', before: DIRTY, wanted: CLAIMED }, ['- dirty: true']],
  ['refused before anything was planned', { outcome: 'refused', before: CLAIMED }, []],
  [
    'settings: the order of lists is ignored, and null is missing',
    {
      targets: ['Allowlist'],
      before: { allowed: ['a', 'b'], limits: null, minBindingsForGuard: 0 },
      wanted: { allowed: ['c', 'a'], limits: { default: 180, providers: { aws: 200 } }, minBindingsForGuard: 0 },
    },
    ['- allowedGlobalAccounts: b', '+ allowedGlobalAccounts: c', '+ limits.aws: 200', '+ limits.default: 180'],
  ],
  [
    'a claim: its state, not its request',
    {
      targets: ['Claim/c-1', 'GlobalAccount/ga-1'],
      before: { status: 'pending', binding: null },
      wanted: { plan: 'aws' },
      result: { status: 'reserved', binding: { name: 'aws-1' } },
    },
    ['+ binding.name: aws-1', '- status: pending', '+ status: reserved'],
  ],
  ['something new', { targets: ['Rules'], wanted: [{ text: 'aws' }] }, ['+ [0].text: aws']],
])('%s', (_, entry, expected) => {
  expect(words(entry)).toEqual(expected)
})

test('a number and a text are printed unchanged', () => {
  const lines = entryChange({
    targets: ['View/1'],
    outcome: 'open',
    before: null,
    wanted: { a: 1, b: '1' },
    result: null,
  })
  expect(lines.map(line => 'bare' in line && line.bare)).toEqual([true, false])
})

test('a claim shows its request, other actions do not', () => {
  const entry = { outcome: 'open', before: null, wanted: { plan: 'aws', region: null }, result: null } as const
  expect(listRequest({ ...entry, targets: ['Claim/c-1'] })).toEqual([['plan', 'aws']])
  expect(listRequest({ ...entry, targets: [BINDING] })).toEqual([])
})

test('a claim shows its current or former binding', () => {
  const binding = { kind: 'CredentialsBinding', namespace: 'garden', name: 'aws-1' } as const
  const entry = { outcome: 'accepted', before: { binding }, wanted: null, result: { binding: null } } as const
  expect(claimedBinding({ ...entry, targets: ['Claim/c-1'] })).toEqual(binding)
  expect(claimedBinding({ ...entry, targets: ['Claim/c-1'], before: null })).toBeNull()
  expect(claimedBinding({ ...entry, targets: ['Claim/c-1'], before: { binding: { name: 'x' } } })).toBeNull()
  expect(claimedBinding({ ...entry, targets: [BINDING] })).toBeNull()
})

test.each([
  ['mark-dirty', 'Mark dirty'],
  ['set-cluster', 'Set cluster'],
  ['change allowlist', 'Change allowlist'],
  ['', ''],
])('%s has the label %s', (action, verb) => {
  expect(actionVerb(action)).toBe(verb)
})

test.each([
  [BINDING, { kind: 'binding', binding: { kind: 'CredentialsBinding', namespace: 'garden', name: 'aws-1' } }],
  ['GlobalAccount/ga/1', { kind: 'global-account', id: 'ga/1' }],
  ['Approval/b604', { kind: 'approval', id: 'b604' }],
  ['Claim/c-1', { kind: 'claim', id: 'c-1' }],
  ['ApiToken/t-1', { kind: 'token', id: 't-1', name: null }],
  [tokenTarget('t-1', 'ci / nightly'), { kind: 'token', id: 't-1', name: 'ci / nightly' }],
  [tokenTarget('t-1/x'), { kind: 'token', id: 't-1%2Fx', name: null }],
  ['KubeconfigRequest/kcp/a.b', { kind: 'resource', of: 'KubeconfigRequest', name: 'a.b' }],
  ['Allowlist', { kind: 'other', key: 'Allowlist' }],
  ['Secret/garden', { kind: 'other', key: 'Secret/garden' }],
  ['Secret/a/b/c', { kind: 'other', key: 'Secret/a/b/c' }],
])('%s is a target', (key, target) => {
  expect(parseTarget(key)).toEqual(target)
})

const KEY = 'CredentialsBinding/garden/a'
const at = (epoch: number) => ({ labels: {}, annotations: { [ANNOTATIONS.epoch]: `${epoch}` } })
const entry = (outcome: AuditOutcome, epoch: number, result: unknown = null) => ({
  targets: [KEY],
  outcome,
  before: at(epoch - 1),
  wanted: at(epoch),
  result,
  wrote: [],
})
const claim = (binding: string, epoch: number) => ({
  targets: ['Claim/c-1'],
  outcome: 'failed' as const,
  before: null,
  wanted: { plan: 'aws' },
  result: null,
  wrote: [{ binding, before: at(epoch - 1), after: at(epoch), found: false }],
})

test.each([
  [entry('accepted', 5), true],
  [entry('accepted', 3), false],
  [entry('accepted', 6), false],
  [entry('accepted', 9, at(4)), true],
  [entry('open', 4), true],
  [entry('unknown', 4), true],
  [entry('refused', 4), false],
  [entry('failed', 4), false],
  [{ ...entry('accepted', 4), targets: ['CredentialsBinding/garden/b'] }, false],
  [{ ...entry('accepted', 4), wanted: 'nothing that is a binding' }, false],
  [claim(KEY, 4), true],
  [claim(KEY, 3), false],
  [claim('CredentialsBinding/garden/b', 4), false],
])('an action is between epochs 3 and 5: %#', (action, expected) => {
  expect(wroteWithin(action, KEY, { from: 3, to: 5 })).toBe(expected)
})
