import { setTimeout as sleep } from 'node:timers/promises'
import { REVOKE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { randomNumbers } from '../engine/random.ts'
import { Access } from './access.ts'
import { Crowd } from './crowd.ts'
import { judgeLeftovers } from './leftovers.ts'
import { Findings, secondsSince, spreadOf } from './report.ts'
import type { Scenario } from './scenario.ts'

/** Number of kubeconfigs in use while one of them is revoked. */
const CROWD = 50
/** Bound of an API server, whose cache of accepted tokens lasts 10 s. */
const MOST_SECONDS = 15
const LOOK_MS = 100

/** Repeatedly revokes one of many kubeconfigs in use, and replaces it. */
export const revokeOne: Scenario = async amounts => {
  const { singles, singlesAtOnce, seed } = amounts
  const found = new Findings()
  const access = await Access.open(amounts)
  try {
    const crowd = new Crowd(access, found)
    const names = Array.from({ length: CROWD + 2 * singlesAtOnce }, (_, n) => `one-${n}`)
    await crowd.join(names)
    const living = new Set(names)
    const watch = crowd.watch(living)
    const random = randomNumbers(seed)
    const [seconds, proved]: [number[], number[]] = [[], []]
    const revoked: string[] = []
    const replacements: Promise<void>[] = []
    let leastOthers = Number.POSITIVE_INFINITY
    let begun = 0
    const replace = async (victim: string, name: string) => {
      const { status } = await access.untilRevoked(victim)
      proved.push(status?.refusedAfterSeconds ?? Number.POSITIVE_INFINITY)
      await crowd.join([name])
      living.add(name)
    }
    const revokeOneByOne = async () => {
      while (begun < singles) {
        const turn = begun++
        while (living.size < CROWD) await (replacements.shift() ?? sleep(LOOK_MS))
        const victim = [...living][Math.floor(random() * living.size)] ?? ''
        living.delete(victim)
        leastOthers = Math.min(leastOthers, living.size)
        seconds.push(await secondsUntilRefused(access, crowd, victim, found))
        revoked.push(victim)
        await watch.wholeRound()
        const replaced = replace(victim, `new-${turn}`)
        // The error is handled where it is awaited.
        replaced.catch(() => undefined)
        replacements.push(replaced)
      }
    }
    await Promise.all(Array.from({ length: singlesAtOnce }, revokeOneByOne))
    await Promise.all(replacements)
    await crowd.expect(revoked, 401, 'revoked one works')
    const looksOfOthers = await watch.end()
    if (leastOthers < CROWD - 1) found.violated('crowd too small', `${leastOthers} others`)
    if (looksOfOthers < singles * (CROWD - 1)) found.violated('others looked at too seldom', `${looksOfOthers} times`)
    const untilRefused = spreadOf(seconds)
    Object.assign(found.figures, { revoked: revoked.length, leastOthers, looksOfOthers })
    found.figures.secondsFromAskedToRefused = untilRefused
    found.atMost('secondsFromAskedToRefusedP99', untilRefused.p99, MOST_SECONDS)
    found.figures.secondsFromFenceToProof = spreadOf(proved)
    await judgeLeftovers(access, living, found)
    access.judgeMemory(found)
  } finally {
    await access.stop()
  }
  return found.report('revoke-one')
}

/**
 * From the write of the annotation. The token was used just before, so that it is in the server’s cache: the worst
 * case.
 */
async function secondsUntilRefused(access: Access, crowd: Crowd, name: string, found: Findings): Promise<number> {
  await crowd.expect([name], 200, 'kubeconfig does not work')
  const asked = performance.now()
  await access.annotate(name, REVOKE_ANNOTATION)
  while ((await crowd.ask(name)) !== 401) {
    if (secondsSince(asked) > 4 * MOST_SECONDS) {
      found.violated('not refused', `${name} after ${secondsSince(asked)} s`)
      return Number.POSITIVE_INFINITY
    }
    await sleep(LOOK_MS)
  }
  return (performance.now() - asked) / 1_000
}
