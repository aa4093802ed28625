import { expect, test, vi } from 'vitest'
import { ended, outcomes } from '../job-kit.ts'
import { expectConsistent, loseAnswer, releasing, TARGETS } from '../outage-kit.ts'

test.each(['database', 'api'] as const)(
  'a job reports that the %s is unreachable, and does every target once afterwards',
  async way => {
    const all = await releasing()
    all[way].cut()
    const obstacle = await vi.waitUntil(all.context.obstacle, { timeout: 30_000, interval: 20 })
    expect(obstacle).toMatch(/\.$/)
    all[way].mend()
    expect(await ended(all.observer, all.id)).toMatchObject({ status: 'done' })
    expect(await outcomes(all.observer, all.id)).toEqual(Array.from({ length: TARGETS }, () => 'done'))
    await expectConsistent(all)
  },
)

test('a job whose outcome is stored without a response does every target once', () =>
  loseAnswer('UPDATE job_target SET status = $'))
