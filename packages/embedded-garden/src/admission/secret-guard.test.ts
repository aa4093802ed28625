import { expect, test } from 'vitest'
import { namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'

test('the watched program gets no Secret data in any form, and each attempt is recorded', async () => {
  const caller = await startCaller({ refuseSecretDataTo: 'hap-console' })
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
  const SECRETS = '/api/v1/namespaces/n/secrets'
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { k: 'v' } }
  await caller.ask('POST', SECRETS, { body: secret })
  const as = (form = '') => ({
    headers: {
      'User-Agent': 'hap-console/1',
      ...(form && { Accept: `application/json;as=${form};g=meta.k8s.io;v=v1` }),
    },
  })
  for (const path of [`${SECRETS}/s`, SECRETS, `${SECRETS}?watch=1&timeoutSeconds=1`, '/api/v1/secrets'])
    expect((await caller.call('GET', path, as())).status, path).toBe(403)
  expect((await caller.call('GET', `${SECRETS}?includeObject=Object`, as('Table'))).status).toBe(403)
  expect(
    (await caller.call('PATCH', `${SECRETS}/s`, { ...as(), type: 'application/merge-patch+json', body: {} })).status,
  ).toBe(403)
  expect(caller.garden.services.secretGuard.refused).toHaveLength(6)
  expect((await caller.call('GET', `${SECRETS}/s`, as('PartialObjectMetadata'))).status).toBe(200)
  expect((await caller.call('GET', SECRETS, as('PartialObjectMetadataList'))).status).toBe(200)
  expect((await caller.call('DELETE', `${SECRETS}/s`, as())).status).toBe(200)
  expect((await caller.call('GET', SECRETS, { headers: { 'User-Agent': 'kubectl/1' } })).status).toBe(200)
  expect(caller.garden.services.secretGuard.refused).toHaveLength(6)
  await caller.stop()
})
