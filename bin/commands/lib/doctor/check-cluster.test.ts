import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { permissions } from '#lib/garden/permissions.ts'
import { checkPermissions } from './check-cluster.ts'

const RULES = permissions({
  bindingKinds: ['CredentialsBinding'],
  rulesConfigMap: 'rules',
  kebConfigMap: 'keb',
}).filter(({ parts, cluster }) => cluster === 'control-plane' && parts.includes('operators'))
const NAMESPACES = { gardener: 'garden', 'control-plane': 'kcp' }

/** Denies the first permissions that are reviewed. */
function refusing(count: number): Pick<GardenClient, 'request'> {
  let left = count
  return { request: async <T>() => ({ status: { allowed: left-- <= 0 } }) as T }
}

test.each([
  [0, 'well', 'Everything is allowed for the operators (operators) in the control plane.'],
  [
    1,
    'note',
    'Not everything is allowed for the operators (operators) in the control plane: without "get" on clusters.operator.kyma-project.io in kcp.',
  ],
  [6, 'note', 'Not everything is allowed for the operators (operators) in the control plane: without 6 permissions.'],
  [1_000, 'note', 'Nothing is allowed for the operators (operators) in the control plane.'],
])('%i missing permissions of a part that is not configured are a %s', async (count, verdict, says) => {
  const question = { rules: RULES, wanted: new Set<never>(), namespaces: NAMESPACES, user: 'olga' }
  expect(await checkPermissions({ ...question, client: refusing(count) })).toContainEqual(
    expect.objectContaining({ verdict, says }),
  )
})
