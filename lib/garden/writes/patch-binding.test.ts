import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, type Obstacle } from '#lib/garden/client/garden-error.ts'
import { CREDENTIALS_BINDINGS, SECRETS } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { observeWrites } from './patch-binding.ts'

const REF: BindingRef = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' }

function refusalFor(obstacle?: Obstacle): GardenError {
  const failure = { kind: 'forbidden', doing: 'patch a', because: 'refused.' } as const
  return new GardenError(obstacle === undefined ? failure : { ...failure, obstacle })
}

/** What an observer learns from one patch with this response. */
async function learned(answer: object, resource = CREDENTIALS_BINDINGS): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  const patch = (async () => {
    if (answer instanceof Error) throw answer
    return answer
  }) as GardenClient['patch']
  const client = observeWrites(
    { patch },
    { accepted: ref => seen.push(['accepted', ref]), refused: (ref, cause) => seen.push([cause, ref]) },
  )
  const result = client.patch({ resource, namespace: 'garden', name: 'a' }, {}, { resourceVersion: '1' })
  if (answer instanceof Error) await expect(result).rejects.toBe(answer)
  else expect(await result).toBe(answer)
  return seen
}

test.each<[string, object, readonly unknown[]]>([
  ['a write that succeeds', { metadata: { name: 'a' } }, [['accepted', REF]]],
  ['a write of a binding that is being deleted', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }, []],
  ['a missing Secret', refusalFor('credentials-missing'), [['credentials-missing', REF]]],
  ['an unreadable Quota', refusalFor('quota-unreadable'), [['quota-unreadable', REF]]],
  ['another admission rule', refusalFor('admission'), []],
  ['a missing permission', refusalFor(), []],
])('learns from %s about the account', async (_title, answer, expected) => {
  expect(await learned(answer)).toEqual(expected)
})

test('does not report a write of a Secret', async () => {
  expect(await learned({ metadata: {} }, SECRETS)).toEqual([])
})
