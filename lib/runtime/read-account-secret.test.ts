import { expect, test } from 'vitest'
import { readAccountSecret } from './read-account-secret.ts'

test('what the Secret of an account says is decoded, and its bytes are wiped', async () => {
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
