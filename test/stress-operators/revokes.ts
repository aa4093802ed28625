import { REVOKE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { inParallel } from '../stress/landscape.ts'
import { Access } from './access.ts'
import { Crowd, LANES } from './crowd.ts'
import { judgeLeftovers } from './leftovers.ts'
import { Findings, secondsSince, spreadOf } from './report.ts'
import type { Scenario } from './scenario.ts'

/** Number of kubeconfigs that are not revoked. */
const OTHERS = 49
/** Bound of an API server, whose cache of accepted tokens lasts 10 s. */
const MOST_SECONDS = 15
/** Per thousand; the cache and the last check add a constant. */
const SECONDS_PER_THOUSAND = 45

/** Revokes many kubeconfigs simultaneously while others remain in use. */
export const revokes: Scenario = async amounts => {
  const found = new Findings()
  const access = await Access.open(amounts)
  try {
    const others = Array.from({ length: OTHERS }, (_, n) => `other-${n}`)
    const revoked = Array.from({ length: amounts.revokes }, (_, n) => `request-${n}`)
    const begun = performance.now()
    const crowd = new Crowd(access, found)
    await crowd.join([...others, ...revoked])
    Object.assign(found.figures, { issued: others.length + revoked.length, secondsToIssue: secondsSince(begun) })
    const living = new Set(others)
    const watch = crowd.watch(living)
    await revokeMany(access, crowd, revoked, found)
    await watch.wholeRound()
    const looksOfOthers = await watch.end()
    Object.assign(found.figures, { others: others.length, looksOfOthers })
    await crowd.expect(revoked, 401, 'revoked one works')
    await judgeLeftovers(access, living, found)
    access.judgeMemory(found)
  } finally {
    await access.stop()
  }
  return found.report('revokes')
}

async function revokeMany(access: Access, crowd: Crowd, names: readonly string[], found: Findings): Promise<void> {
  await crowd.expect(names, 200, 'kubeconfig does not work')
  const begun = performance.now()
  const refused: number[] = []
  const waited: number[] = []
  const proved = names.map(async name => {
    const { status } = await access.untilRevoked(name)
    waited.push((performance.now() - begun) / 1_000)
    refused.push(status?.refusedAfterSeconds ?? Number.POSITIVE_INFINITY)
    await crowd.expect([name], 401, 'revoked one works')
  })
  await inParallel(names, LANES, name => access.annotate(name, REVOKE_ANNOTATION))
  await Promise.all(proved)
  const bound = MOST_SECONDS + Math.ceil((SECONDS_PER_THOUSAND * names.length) / 1_000)
  found.figures.revoked = names.length
  found.atMost('secondsUntilAllWereRefused', secondsSince(begun), bound)
  found.figures.secondsFromAskedToProof = spreadOf(waited)
  found.figures.secondsFromFenceToProof = spreadOf(refused)
  found.atMost('secondsFromFenceToProofP99', spreadOf(refused).p99, MOST_SECONDS)
}
