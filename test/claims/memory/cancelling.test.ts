import { expect, test } from 'vitest'
import { memoryWorld, OLGA } from '../memory-world.ts'

const ORDER = { reason: 'the cluster is not needed', ticket: 'OPS-1' }

test('a cancelled claim leaves the queue for good, and the next one moves up', async () => {
  const { add, claim, row, service, pass } = memoryWorld()
  const first = await claim('t-1')
  const second = await claim('t-2')
  const { claim: over, position } = await service.cancel(first.id, OLGA, ORDER)
  const ended = { status: 'released', cause: 'cancelled', message: 'Cancelled by olga: the cluster is not needed' }
  expect(over).toMatchObject(ended)
  expect(position).toBeNull()
  expect(await service.get(second.id)).toMatchObject({ position: 1 })
  expect(await service.cancel(first.id, OLGA, { reason: 'again', ticket: null })).toEqual({ claim: over, position })
  add('x')
  await pass(1)
  expect(row(first)).toMatchObject(ended)
  expect(row(second)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
  expect(await claim('t-1')).toMatchObject({ id: first.id, ...ended })
})

test('a claim that got an account keeps it', async () => {
  const { add, claim, row, service } = memoryWorld()
  add('x')
  const done = await claim('t-1')
  const refused = { status: 409, message: 'The claim got the account of x. Release it instead.' }
  await expect(service.cancel(done.id, OLGA, ORDER)).rejects.toMatchObject(refused)
  expect(row(done)).toMatchObject({ status: 'reserved', cause: null })
})

test('a claim that is being decided is cancelled before its account is chosen, not after', async () => {
  const { add, claim, row, service, hooks, pass, binding } = memoryWorld()
  const first = await claim('t-1')
  const second = await claim('t-2')
  const answers: unknown[] = []
  hooks.reached = point => {
    hooks.reached = undefined
    if (point === 'after-take-over') answers.push(service.cancel(first.id, OLGA, ORDER))
  }
  hooks.write = () => {
    hooks.write = undefined
    answers.push(service.cancel(second.id, OLGA, ORDER).catch((error: unknown) => error))
    return null
  }
  add('x')
  await pass(1)
  expect(await Promise.all(answers)).toMatchObject([{ claim: { id: first.id, cause: 'cancelled' } }, { status: 409 }])
  expect(row(first)).toMatchObject({ status: 'released', binding: null })
  expect(row(second)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
  expect(binding('x').labels).toMatchObject({ tenantName: 't-2' })
})
