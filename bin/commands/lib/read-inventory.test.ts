import { expect, test } from 'vitest'
import { runHap } from '../../../test/cli/run-hap.ts'

const explain = (file: string | Uint8Array) =>
  runHap(['explain', '--required=', '--plan=aws', '--global-account=ga', 'rules', 'i'], { rules: '- aws\n', i: file })

const LONG = JSON.stringify({ bindings: [], note: 'x'.repeat(1 << 20) })

test.each<[string, string | Uint8Array, string]>([
  ['half a document', '{', 'i:1:2: Flow map'],
  ['a text', 'aws', 'i is not an inventory: the document: must be an object.'],
  ['another form', '{"binding": []}', 'i is not an inventory: the document: has unknown fields: binding.'],
  ['no list', '{"bindings": 5}', 'i is not an inventory: bindings: must be a list.'],
  [
    'a label that is no text',
    'bindings:\n  [{name: a, labels: {hyperscalerType: aws, dirty: true}}]\n',
    'i is not an inventory: bindings[0].labels.dirty: must be text; put it in quotes.',
  ],
  [
    'a label of an object',
    '{"kind": "List", "items": [{"metadata": {"name": "a"}}, {"metadata": {"name": "b", "labels": {"dirty": true}}}]}',
    'i is not an inventory: items[1].metadata.labels.dirty: must be text; put it in quotes.',
  ],
  ['an object without a name', '{"bindings": [{"metadata": {}}]}', 'bindings[0].metadata.name: is required.'],
  [
    'a slip in a key',
    '{"shoots": [{"name": "x"}, {"nme": "x"}]}',
    'i is not an inventory: shoots[1].name: is required; shoots[1]: has unknown fields: nme.',
  ],
  ['an unknown kind', 'bindings: [{name: a, kind: Shoot}]', 'bindings[0].kind: must be CredentialsBinding, '],
  [
    'very many slips',
    JSON.stringify({ clusters: Array.from({ length: 30 }, () => ({})) }),
    'clusters[9].plan: is required; 20 more.',
  ],
  [
    'an object whose spec is a text',
    '{"kind": "List", "items": [{"kind": "Shoot", "metadata": {"name": "a"}, "spec": "x"}]}',
    'The object a of the inventory cannot be read: spec is not an object.',
  ],
  ['a repeated key', 'bindings: []\nbindings: []\n', 'i:2:1: The key bindings is given twice. Keep one of the two.'],
  ['Latin-1', new Uint8Array([0x61, 0x3a, 0x20, 0xe4]), 'i:1:4: The file is not UTF-8. Save it as UTF-8.'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), 'i: The file is UTF-16. Save it as UTF-8.'],
  ['binary', new Uint8Array([0x7f, 0x45, 0x02, 0x00]), 'i:1:3: The file is binary.'],
  ['deep nesting', '['.repeat(20_000), 'i: The document is nested too deeply.'],
  ['much JSON that breaks off', LONG.slice(0, -1), 'i is not JSON: '],
])('%s is not an inventory', async (_, file, message) => {
  const { code, err } = await explain(file)
  expect(err).toContain(message)
  expect(code).toBe(2)
})

test.each<[string, string]>([
  ['YAML', 'bindings:\n- {name: a, labels: {hyperscalerType: aws}}\n'],
  ['JSON', '{"bindings": [{"name": "a", "labels": {"hyperscalerType": "aws"}}]}'],
  [
    "kubectl's list in YAML",
    'kind: CredentialsBindingList\nitems:\n- metadata: {name: a, namespace: g, labels: {hyperscalerType: aws}}\n  credentialsRef: {kind: Secret, name: s, namespace: g}\n',
  ],
])('%s is an inventory', async (_, file) => {
  expect(await explain(file)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Claims a\. {2}1 cluster after this request\n/),
  })
})

const binding = (more: object) => ({
  kind: 'CredentialsBinding',
  metadata: { name: 'a', namespace: 'g', labels: { hyperscalerType: 'aws', tenantName: 'ga' } },
  credentialsRef: { kind: 'Secret', name: 's', namespace: 'g' },
  ...more,
})
const shoot = (more: object) => ({
  kind: 'Shoot',
  metadata: { name: 's', namespace: 'g' },
  spec: { credentialsBindingName: 'a', region: 'r', provider: { type: 'aws' } },
  ...more,
})

test.each<[string, readonly object[] | null, string]>([
  ['annotations', [binding({ metadata: { ...binding({}).metadata, annotations: null } })], 'Reuses a.  1 '],
  [
    'provider and uid',
    [binding({ provider: null, metadata: { ...binding({}).metadata, uid: null } })],
    'Reuses a.  1 ',
  ],
  [
    'labels of a shoot',
    [binding({}), shoot({ metadata: { name: 's', namespace: 'g', labels: null } })],
    'Reuses a.  2 ',
  ],
  ['status', [binding({}), shoot({ status: null })], 'Reuses a.  2 '],
  ['last operation', [binding({}), shoot({ status: { lastOperation: null, hibernated: null } })], 'Reuses a.  2 '],
  ['last errors', [binding({}), shoot({ status: { lastErrors: null } })], 'Reuses a.  2 '],
  ['an error among others', [binding({}), shoot({ status: { lastErrors: [null, { codes: null }] } })], 'Reuses a.  2 '],
  ['region', [binding({}), shoot({ spec: { credentialsBindingName: 'a', region: null } })], 'Reuses a.  2 '],
  ['spec, so that the shoot names no binding', [binding({}), shoot({ spec: null })], 'Reuses a.  1 '],
  ['the items', null, 'Would wait: pool aws has no free binding.'],
])('null counts as absent: %s', async (_, items, outcome) => {
  const { code, out, err } = await explain(JSON.stringify({ kind: 'List', metadata: {}, items }))
  expect({ err, out: out.split('\n')[0] }).toEqual({ err: '', out: expect.stringContaining(outcome) })
  expect(code).toBe(items === null ? 1 : 0)
})

test('null counts as absent in parts of a plain inventory', async () => {
  const parts = { bindings: [{ name: 'a', kind: null, labels: null }], shoots: null, clusters: null, instances: null }
  const { err, out } = await explain(JSON.stringify(parts))
  expect([err, out.split('\n')[0]]).toEqual(['', 'Would wait: pool aws has no free binding.'])
})

test('counts an object of two files once, and objects of two namespaces apart', async () => {
  const object = (kind: string, namespace: string, name: string, more: object) => ({
    kind,
    metadata: { name, namespace, labels: { hyperscalerType: 'aws', tenantName: 'ga' } },
    ...more,
  })
  const account = (namespace: string) =>
    object('CredentialsBinding', namespace, 'a', { credentialsRef: { kind: 'Secret', name: 'a', namespace } })
  const shoot = (namespace: string) => object('Shoot', namespace, 's', { spec: { credentialsBindingName: 'a' } })
  const list = (...namespaces: readonly string[]) =>
    JSON.stringify({ kind: 'List', items: namespaces.flatMap(each => [account(each), shoot(each)]) })
  const args = ['explain', '--required=', '--plan=aws', '--global-account=ga', 'rules', 'i', 'j']
  const { out } = await runHap(args, { rules: '- aws\n', i: list('one'), j: list('one', 'two') })
  expect(out.match(/a {2}claimed {2}1 cluster /g)).toHaveLength(2)
})
