import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { openTarget } from './open-target.ts'

const GARDEN = 'https://garden.example.com/path'
const CONTROL = 'https://10.0.0.1:443'

function kubeconfigOf(server: string): Buffer {
  return Buffer.from(
    stringify({
      clusters: [{ name: 'c', cluster: { server, 'certificate-authority-data': 'Q0E=' } }],
      users: [{ name: 'u', user: { token: 'canary' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  )
}

function open(data: Readonly<Record<string, Buffer>>, key = 'config') {
  const opener = {
    garden: { server: GARDEN } as GardenClient,
    secrets: { server: CONTROL, read: async () => data, close: () => undefined },
    version: 'test',
  }
  return openTarget(opener, { by: 'secret', namespace: 'kcp', name: 'way', key, uid: 'u', version: '1' })
}

test('a Secret leads to the cluster of somebody', async () => {
  const target = await open({ config: kubeconfigOf('https://c.example.com') })
  expect(target.server).toBe('https://c.example.com')
  target.close()
})

test.each([
  ['Gardener', `${GARDEN}/`],
  ['the cluster of the custom resources', 'https://10.0.0.1'],
])('one that leads to %s is refused: it is ours', async (_, server) => {
  await expect(open({ config: kubeconfigOf(server) })).rejects.toMatchObject({
    kind: 'unauthenticated',
    status: null,
    because: 'its kubeconfig leads to Gardener, or to where the Cluster itself is kept.',
  })
})

test.each(['constructor', 'toString', '__proto__'])('a Secret has no key %s unless somebody gave it one', async key => {
  const data: Record<string, Buffer> = Object.assign(Object.create(null), { config: Buffer.from('') })
  await expect(open(data, key)).rejects.toMatchObject({ kind: 'not-found', status: null })
})
