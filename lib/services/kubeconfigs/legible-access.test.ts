import { expect, test } from 'vitest'
import { legibleAccess } from './legible-access.ts'

const GOOD = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
const EMPTY = { apiGroups: [], resources: [], verbs: [] }

test.each<[string, unknown, ReturnType<typeof legibleAccess>]>([
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
  ['of what is no request there is nothing', 'rules', { clusterRules: [], role: null }],
  ['nor of lists that are none', { spec: { clusterRole: { rules: 7 }, role: 7 } }, { clusterRules: [], role: null }],
])('%s', (_words, input, access) => {
  expect(legibleAccess(input)).toEqual(access)
})
