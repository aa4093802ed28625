import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { AT, ada, DANGER, JOB, MINUTE, ORDER, olga, otto, refusal, world } from './approval-kit.ts'

test('limits the waiting proposals of one person, and of all persons together', async () => {
  const { proposed, store } = await world()
  const waiting = (count: number, user: User) =>
    store.db.approval.createMany({
      data: Array.from({ length: count }, (_, at) => ({
        id: `${user.id}-${at}`,
        status: 'waiting',
        action: 'release',
        targets: [`CredentialsBinding/garden/${user.id}-${at}`],
        bulk: false,
        order: {},
        danger: DANGER,
        consequence: '',
        reason: 'x',
        proposerId: user.id,
        proposer: user.name,
        proposerRole: user.role,
        createdAt: new Date(AT),
        expiresAt: new Date(AT + MINUTE),
        auditSeq: 0n,
      })),
    })
  await waiting(50, olga)
  await expect(proposed(ORDER, olga)).rejects.toEqual(refusal(409, 'of your proposals are already waiting'))
  await waiting(149, ada)
  await proposed(ORDER, otto)
  await expect(proposed({ job: JOB }, otto)).rejects.toEqual(refusal(409, '200 proposals are already waiting'))
})
