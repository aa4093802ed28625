import { expect, test } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { Shutdown } from './shutdown.ts'
import { readAccountSecret, startCleanup } from './start-cleanup.ts'

test.each([{}, { HAP_CLEANERS: 'aws', HAP_ROLES: 'web' }, { HAP_ROLES: 'operators' }])(
  'no cleaner runs unless both cleaners and operators are configured: %j',
  async settings => {
    const env = parseEnv(settings)
    if (!env.ok) throw new Error(env.problems[0]?.problem)
    // It reads no dependency of the cleaners.
    const parts = {} as Parameters<typeof startCleanup>[1]
    expect(await startCleanup(env.env, parts, new Shutdown(() => {}))).toBeNull()
  },
)

test('decodes the Secret of an account and overwrites its bytes', async () => {
  const data = { accessKeyID: Buffer.from('AKIA'), secretAccessKey: Buffer.from('schlüssel') }
  const asked: unknown[] = []
  const read = async (place: object) => {
    asked.push(place)
    return data
  }
  const account = { kind: 'Secret', namespace: 'garden-kyma', name: 'sap-1' }
  const secret = await readAccountSecret({ read }, account, AbortSignal.timeout(1_000))
  expect(asked).toEqual([{ namespace: 'garden-kyma', name: 'sap-1' }])
  expect([...secret.reveal()]).toEqual([
    ['accessKeyID', 'AKIA'],
    ['secretAccessKey', 'schlüssel'],
  ])
  for (const bytes of Object.values(data)) expect(bytes).toEqual(Buffer.alloc(bytes.length))
})
