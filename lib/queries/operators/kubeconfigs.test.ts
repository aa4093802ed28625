import { describe, expect, test } from 'vitest'
import { parseExceptions } from '#lib/hap/access/dangers.ts'
import type {
  KubeconfigReason,
  KubeconfigRequestStatus,
  KubeconfigType,
} from '#lib/operators/api/kubeconfig-request.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'
import { getKubeconfigDetail } from './kubeconfig-detail.ts'
import { buildKubeconfigRow, exportKubeconfigs, listKubeconfigs } from './kubeconfig-list.ts'
import { summarizeKubeconfig } from './kubeconfig-state.ts'
import { cluster, knownObjects, kubeconfig } from './testing/known-objects.ts'

const SINCE = '2026-11-23T11:00:00Z'
const NOW = Date.parse('2026-11-23T12:00:00Z')
const LATER = '2026-11-23T13:00:00Z'

type Said = Condition<KubeconfigType, KubeconfigReason>

const said = (
  type: KubeconfigType,
  status: Said['status'],
  reason: KubeconfigReason,
  message = `${reason}.`,
): Said => ({ type, status, reason, message, lastTransitionTime: SINCE, observedGeneration: 1 })

const ISSUED: KubeconfigRequestStatus = {
  conditions: [said('Ready', 'True', 'Issued')],
  kubeconfigSecretRef: { name: 'kubeconfig-a', key: 'config' },
  issuedAt: SINCE,
  expirationTimestamp: LATER,
  renewalTime: '2026-11-23T12:30:00Z',
  fingerprint: 'f',
}
const revoked = { annotations: { [REVOKE_ANNOTATION]: 'true' } }

describe('the state of a request', () => {
  test.each<[string, Parameters<typeof kubeconfig>, object]>([
    ['before the first reconciliation', [{ name: 'a' }], { state: 'new', reason: null }],
    ['issued', [{ name: 'a' }, ISSUED], { state: 'issued', reason: 'Issued', message: 'Issued.', since: SINCE }],
    [
      'asked to rotate',
      [{ name: 'a', annotations: { [ROTATE_ANNOTATION]: 'true' } }, ISSUED],
      { state: 'rotating', reason: 'Issued' },
    ],
    [
      'expired without a running operator',
      [{ name: 'a' }, { ...ISSUED, expirationTimestamp: SINCE }],
      { state: 'expired', since: SINCE },
    ],
    [
      'unable to reach its cluster',
      [
        { name: 'a' },
        { conditions: [said('ClusterReachable', 'False', 'ClusterUnreachable'), said('Ready', 'False', 'Failed')] },
      ],
      { state: 'failed', reason: 'ClusterUnreachable' },
    ],
    [
      'refused by policy',
      [
        { name: 'a' },
        { conditions: [said('Accepted', 'False', 'EscalationDenied'), said('Ready', 'False', 'Refused')] },
      ],
      { state: 'refused', reason: 'EscalationDenied' },
    ],
    [
      'asked to be revoked',
      [{ name: 'a', ...revoked }, ISSUED],
      { state: 'revoking', message: 'Not checked by an operator yet.' },
    ],
    [
      'being revoked',
      [
        { name: 'a', ...revoked },
        { ...ISSUED, conditions: [said('Revoked', 'False', 'Revoking', 'Still accepted.')] },
      ],
      { state: 'revoking', reason: 'Revoking', message: 'Still accepted.' },
    ],
    [
      'revoked',
      [
        { name: 'a', ...revoked },
        { revokedAt: SINCE, refusedAfterSeconds: 1.2, conditions: [said('Revoked', 'True', 'TokenRefused')] },
      ],
      { state: 'revoked', reason: 'TokenRefused' },
    ],
    ['deleted', [{ name: 'a', deletionTimestamp: SINCE }, ISSUED], { state: 'deleting', since: SINCE }],
  ])('%s', (_, given, expected) => {
    expect(summarizeKubeconfig(kubeconfig(...given), NOW)).toMatchObject(expected)
  })
})

const objects = knownObjects({
  clusters: [cluster({ name: 'c-1' }, { shootRef: { namespace: 'garden-x', name: 's-1' } } as never)],
  kubeconfigs: [
    kubeconfig({ name: 'a' }, ISSUED),
    kubeconfig(
      { name: 'b' },
      { conditions: [said('RulesEffective', 'False', 'SomeGrantNothing', 'No rule grants anything. "x" …')] },
    ),
    kubeconfig({ name: 'c', ...revoked }, { revokedAt: SINCE, refusedAfterSeconds: 1.2 }),
    kubeconfig(
      { name: 'd' },
      { kubeconfig: 'c2VjcmV0' },
      { cluster: 'other', clusterRole: { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] } },
    ),
  ],
})
const sight = { objects, exceptions: new Map(), at: NOW }
const ask = (q: string, sort = '') => listKubeconfigs(sight, { q, sort, offset: 0, limit: 9 })
const namesOf = (q: string, sort?: string) => ask(q, sort).rows.map(({ name }) => name)

describe('the register', () => {
  test('shows rules and expiry of each request', () => {
    expect(ask('name:a').rows[0]).toMatchObject({
      cluster: { name: 'c-1' },
      shoot: { name: 's-1' },
      rules: ['get, list configmaps in the whole cluster'],
      flags: [],
      issuedAt: SINCE,
      expiresAt: LATER,
      renewsAt: '2026-11-23T12:30:00Z',
    })
  })

  test('shortens long rules and searches all of their text', () => {
    const resourceNames = Array.from({ length: 50 }, (_, i) => `${i}`.padStart(253, 'n'))
    const rule = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames }
    const spec = { clusterRole: { rules: Array.from({ length: 50 }, () => rule) } }
    const long = knownObjects({ kubeconfigs: [kubeconfig({ name: 'long' }, undefined, spec)] })
    const request = { q: `may:${resourceNames[49]}`, sort: '', offset: 0, limit: 9 }
    const { rows } = listKubeconfigs({ ...sight, objects: long }, request)
    expect(rows[0]?.rules).toHaveLength(50)
    expect(JSON.stringify(rows).length).toBeLessThan(20_000)
  })

  test.each([
    ['', ['a', 'b', 'c', 'd']],
    ['cluster:c-1', ['a', 'b', 'c']],
    ['flag:nothing', ['b']],
    ['flag:refused', ['d']],
    ['state:revoked', ['c']],
    ['may:secrets', ['d']],
    ['s-1', ['a', 'b', 'c']],
    ['nothing:here', []],
  ])('%j finds %j', (q, names) => {
    expect(namesOf(q)).toEqual(names)
  })

  test('sorts missing times last in both directions', () => {
    expect(namesOf('', 'expires')[0]).toBe('a')
    expect(namesOf('', '-expires')[0]).toBe('a')
    expect(namesOf('', 'flags').slice(0, 2)).toEqual(['d', 'b'])
  })

  test('is exported', async () => {
    const file = exportKubeconfigs(sight, { q: 'name:c', sort: '', cols: 'name,revoked', format: 'csv' })
    let text = ''
    if ('parts' in file) for await (const part of file.parts) text += part
    expect(text).toContain(`${SINCE},1.2`)
  })
})

describe('a page', () => {
  test('offers verbs, with a reason for each refusal', () => {
    expect(getKubeconfigDetail(sight, 'a')).toMatchObject({
      unrevoked: ['a', 'b'],
      obstacles: { rotate: null, revoke: null, delete: null, download: null },
      fingerprint: 'f',
    })
    const forGood = 'It is revoked permanently. Create a new request for new access.'
    expect(getKubeconfigDetail(sight, 'c')?.obstacles).toEqual({
      rotate: forGood,
      revoke: 'It is revoked already.',
      download: forGood,
      delete: null,
    })
    expect(getKubeconfigDetail(sight, 'gone')).toBeNull()
  })

  test('shows refused rules with the reason, and no secrets', () => {
    const detail = getKubeconfigDetail(sight, 'd')
    expect(detail?.rules[0]?.refused).toContain('the Secrets of the whole cluster')
    expect(JSON.stringify([detail, ask('')])).not.toContain('c2VjcmV0')
  })
})

test('flags rules with an exception', () => {
  const excepted = parseExceptions('kcp-system=cluster-secrets')
  const [, , , request] = objects.kubeconfigs.all()
  expect(request && buildKubeconfigRow(request, { objects, exceptions: excepted, at: NOW }).flags).toEqual([
    'dangerous',
  ])
})
