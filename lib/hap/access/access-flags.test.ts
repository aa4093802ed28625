import { expect, test } from 'vitest'
import { type AccessFlag, policyFlags } from './access-flags.ts'
import { DANGER_CODES } from './danger.ts'
import { parseExceptions } from './exceptions.ts'

const MAPS = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }
const SECRETS = { ...MAPS, resources: ['secrets'] }
const ALL = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }
const EXCEPTIONS = parseExceptions(`a=cluster-secrets;b=${DANGER_CODES.join(',')}`)

test.each<[string, string, object[], readonly AccessFlag[]]>([
  ['what is harmless', 'a', [MAPS], []],
  ['what an exception allows', 'a', [MAPS, SECRETS], ['dangerous']],
  ['what nothing allows', 'none', [MAPS, SECRETS], ['refused']],
  ['both', 'a', [SECRETS, ALL], ['dangerous', 'refused']],
  ['everything', 'b', [ALL], ['everything']],
])('%s is flagged', (_, namespace, rules, flags) => {
  expect(policyFlags({ clusterRules: rules as (typeof MAPS)[], role: null }, namespace, EXCEPTIONS)).toEqual(flags)
})
