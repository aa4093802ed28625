import { expect, test, vi } from 'vitest'
import { StoreConflictError } from './database/store-errors.ts'
import type { PrismaClient } from './generated/prisma/client.ts'
import { runTransaction } from './transaction.ts'

const conflict = () => Object.assign(new Error('write conflict'), { code: 'P2034' })

/** A client whose transactions conflict a number of times, then succeed. */
function clientThatLoses(times: number) {
  let attempts = 0
  const $transaction = async (work: (tx: unknown) => Promise<unknown>) => {
    if (++attempts <= times) throw conflict()
    return work({})
  }
  return { client: { $transaction } as unknown as PrismaClient, attempts: () => attempts }
}

// No pause between attempts.
vi.spyOn(Math, 'random').mockReturnValue(0)

test('returns the result of the twelfth attempt after eleven conflicts', async () => {
  const { client, attempts } = clientThatLoses(11)
  expect(await runTransaction(client, async () => 'done')).toBe('done')
  expect(attempts()).toBe(12)
})

test('fails with a conflict after twelve attempts', async () => {
  const { client, attempts } = clientThatLoses(12)
  await expect(runTransaction(client, async () => 'done')).rejects.toBeInstanceOf(StoreConflictError)
  expect(attempts()).toBe(12)
})
