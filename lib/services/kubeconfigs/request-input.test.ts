import { expect, test } from 'vitest'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { parseLegibleAccess, requestHints } from './request-input.ts'

const GOOD = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
const EMPTY = { apiGroups: [], resources: [], verbs: [] }

test.each<[string, unknown, ReturnType<typeof parseLegibleAccess>]>([
  [
    'rules keep their places beside one that is not finished',
    { name: 'Bad Name', spec: { clusterRole: { rules: [{ ...GOOD, verbs: [] }, GOOD] }, expiration: 'soon' } },
    { clusterRules: [EMPTY, GOOD], role: null },
  ],
  [
    'a role without its namespace is judged by its rules',
    { spec: { role: { rules: [GOOD] } } },
    { clusterRules: [], role: { namespace: '', rules: [GOOD] } },
  ],
  ['returns nothing for an invalid request', 'rules', { clusterRules: [], role: null }],
  [
    'returns nothing for invalid lists',
    { spec: { clusterRole: { rules: 7 }, role: 7 } },
    { clusterRules: [], role: null },
  ],
])('%s', (_words, input, access) => {
  expect(parseLegibleAccess(input)).toEqual(access)
})

const NOTHING = { clusterRules: [], role: null }

function cluster(part: Pick<Cluster, 'spec'> & { readonly status?: object }): Cluster {
  return { metadata: { name: 'c-1', namespace: 'kcp-system' }, ...part } as unknown as Cluster
}

test("the preview of rules returns the operator's findings at their words", () => {
  const rule = { apiGroups: [''], resources: ['Pod'], verbs: ['get', 'fly'] }
  expect(requestHints({ clusterRules: [], role: { namespace: 'x', rules: [rule] } }, null)).toEqual([
    {
      field: 'spec.role.rules[0].resources[0]',
      message:
        '"Pod" grants nothing: that is a kind; a rule names resources, by their plural in lower case. Write "pods".',
    },
    { field: 'spec.role.rules[0].verbs[1]', message: '"fly" grants nothing: pods knows no such verb.' },
  ])
})

test.each<[string, Cluster, readonly string[]]>([
  [
    'has no shoot, with a reason',
    cluster({ spec: {}, status: { conditions: [{ type: 'Ready', message: 'No such machine.' }] } }),
    ['The shoot of the Cluster is not ready yet. No such machine.'],
  ],
  ['is new', cluster({ spec: {} }), ['The shoot of the Cluster is not ready yet.']],
  [
    'has its shoot',
    cluster({ spec: {}, status: { shootRef: { namespace: 'garden-kyma', name: 'c-1', uid: 'u' } } }),
    [],
  ],
  ['was brought', cluster({ spec: { kubeconfigSecretRef: { name: 'admin', key: 'kubeconfig' } } }), []],
])('the preview for a Cluster that %s', (_words, given, messages) => {
  expect(requestHints(NOTHING, given).map(({ message }) => message)).toEqual(messages)
})

test('warns at the verbs of a rule that reaches further than it states', () => {
  const rule = { apiGroups: [''], resources: ['secrets'], verbs: ['create'] }
  const asked = { clusterRules: [], role: { namespace: 'compass-system', rules: [rule] } }
  expect(requestHints(asked, null)).toEqual([
    {
      field: 'spec.role.rules[0].verbs',
      message: expect.stringMatching(/^"create" on secrets in compass-system reaches further than it states: /),
    },
  ])
})
