import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#embedded-garden/json.ts'
import { type Caller, causesOf, MERGE, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { createShoot, SHOOTS } from '../../../../test/embedded-garden/shoots.ts'
import { landscape } from '../../../../test/kit/landscape.ts'

let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0 })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  await createShoot(caller, 'c-ask')
})

afterAll(() => caller.stop())

const ask = (body: Json, name = 'c-ask') => caller.call('POST', `${SHOOTS}/${name}/adminkubeconfig`, { body })

describe('a request for a kubeconfig', () => {
  test.each([
    ['seconds in words', { spec: { expirationSeconds: '600' } }],
    ['a fraction of a second', { spec: { expirationSeconds: 600.5 } }],
    ['a spec that is no object', { spec: [] }],
    ['another kind', { kind: 'ViewerKubeconfigRequest', spec: {} }],
    ['another version', { apiVersion: 'authentication.gardener.cloud/v1', spec: {} }],
    ['another namespace', { metadata: { namespace: 'default' }, spec: {} }],
  ])('with %s is malformed', async (_what, body) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: { reason: 'BadRequest' } })
  })

  test.each([[-1], [0], [599], [2 ** 32 + 1]])('for %d seconds is invalid, even for a missing shoot', async seconds => {
    for (const name of ['c-ask', 'c-none']) {
      const refused = await ask({ spec: { expirationSeconds: seconds } }, name)
      expect([refused.status, causesOf(refused)]).toEqual([422, ['FieldValueInvalid spec.expirationSeconds']])
    }
  })

  test.each([
    [600, 600],
    [2 ** 32, 86_400],
    [null, 3600],
  ])('for %s seconds gets %d', async (seconds, granted) => {
    expect(await ask({ spec: { expirationSeconds: seconds } })).toMatchObject({
      status: 201,
      body: { spec: { expirationSeconds: granted } },
    })
  })

  test('finds no missing shoot', async () => {
    expect(await ask({ spec: {} }, 'c-none')).toMatchObject({
      status: 404,
      body: { details: { name: 'c-none', group: 'core.gardener.cloud', kind: 'shoots' } },
    })
  })

  test('is granted for shoots that hibernate or are being deleted', async () => {
    const change = (body: Json) => caller.ask('PATCH', `${SHOOTS}/c-ask`, { type: MERGE, body })
    await change({ spec: { hibernation: { enabled: true } } })
    expect((await ask({ spec: {} })).status).toBe(201)
    const annotations = { 'confirmation.gardener.cloud/deletion': 'true' }
    await change({ metadata: { annotations, finalizers: ['gardener', 'example.com/wait'] } })
    await caller.ask('DELETE', `${SHOOTS}/c-ask`)
    expect((await ask({ spec: {} })).status).toBe(201)
  })
})
