import { expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { listShoots, readShootsOf } from './fresh-reads.ts'

const client = {
  async page(_collection: unknown, _options: unknown, take: (object: never) => void) {
    const shoots: readonly KubeObject[] = [
      { metadata: { name: 'c-1' }, spec: { credentialsBindingName: 'a' } } as KubeObject,
      { kind: 'Shoot', metadata: { name: 'c-2' }, spec: 'a' } as KubeObject,
    ]
    for (const shoot of shoots) take(shoot as never)
    return { resourceVersion: '7', continue: null }
  },
}

// The account of the shoot is unknown, so an account that looks empty may be in use.
test.each([
  ['of a tenant', () => readShootsOf(client, 'garden', 'ga-1')],
  ['of a namespace', () => listShoots(client, 'garden')],
])('fails to read the shoots %s while one is unreadable', async (_name, read) => {
  await expect(read()).rejects.toMatchObject({
    kind: 'unexpected',
    message: 'Could not read Shoot c-2: spec is not an object.',
  })
})
