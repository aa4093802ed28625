import { setTimeout as sleep } from 'node:timers/promises'
import { REVOKE_ANNOTATION } from '#lib/operators/api/names.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { randomNumbers } from '../engine/random.ts'
import { inParallel } from '../stress/landscape.ts'
import { Access } from './access.ts'
import { Findings, secondsSince, spreadOf } from './report.ts'
import type { Scenario } from './scenario.ts'
import { shootObjects } from './shoot-objects.ts'

/** In use while one of them is revoked. */
const CROWD = 50
/** What an API server may take: its cache of accepted tokens holds for 10 s. */
const MOST_SECONDS = 15
/** For a thousand, and what the cache and the last look cost whatever the number. */
const SECONDS_PER_THOUSAND = 45
const LOOK_MS = 100
const LANES = 8
/** One of many is revoked, then so many at once. */
export const revokes: Scenario = async amounts => {
  const found = new Findings()
  const access = await Access.open(amounts)
  try {
    const all = Array.from({ length: 1 + Math.max(CROWD - 1, amounts.revokes) }, (_, n) => `request-${n}`)
    const begun = performance.now()
    await inParallel(all, LANES, name => access.apply(name))
    const kubeconfigs = new Map<string, string>()
    await inParallel(all, LANES, async name => {
      await access.untilIssued(name)
      kubeconfigs.set(name, await access.kubeconfig(name))
    })
    Object.assign(found.figures, { issued: all.length, secondsToIssue: secondsSince(begun) })
    const crowd = new Crowd(access, kubeconfigs, found)
    await crowd.expect(all, 200, 'kubeconfig does not work')
    const victim = Math.floor(randomNumbers(amounts.seed)() * CROWD)
    const [one = '', ...others] = [...all.slice(victim), ...all.slice(0, victim)]
    await revokeOne(crowd, one, others.slice(0, CROWD - 1))
    await revokeMany(crowd, others.slice(0, amounts.revokes))
    const rest = others.slice(amounts.revokes)
    await crowd.expect(rest, 200, 'other affected')
    await crowd.expect([one, ...others.slice(0, amounts.revokes)], 401, 'revoked one works')
    found.atMost('leftovers', await leftoversOf(access, rest), 0)
    access.judgeMemory(found)
  } finally {
    await access.stop()
  }
  return found.report('revokes')
}

/** Those who hold kubeconfigs. */
class Crowd {
  readonly access: Access
  readonly found: Findings
  readonly #kubeconfigs: ReadonlyMap<string, string>

  constructor(access: Access, kubeconfigs: ReadonlyMap<string, string>, found: Findings) {
    this.access = access
    this.found = found
    this.#kubeconfigs = kubeconfigs
  }

  ask(name: string): Promise<number | string> {
    return this.access.caller.ask(this.#kubeconfigs.get(name) ?? '')
  }

  async expect(names: readonly string[], status: number, violation: string): Promise<void> {
    await inParallel(names, LANES, async name => {
      const answer = await this.ask(name)
      if (answer !== status) this.found.violated(violation, `${name}: ${answer}`)
    })
  }
}

/** Out of a crowd that goes on working; its token was used a moment ago, so that the server's cache knows it: the worst case. */
async function revokeOne(crowd: Crowd, name: string, others: readonly string[]): Promise<void> {
  const { access, found } = crowd
  let over = false
  let looks = 0
  const working = (async () => {
    for (; !over; await sleep(LOOK_MS)) {
      await crowd.expect(others, 200, 'other affected')
      looks += others.length
    }
  })()
  await crowd.expect([name], 200, 'kubeconfig does not work')
  const asked = performance.now()
  await access.annotate(name, REVOKE_ANNOTATION)
  while ((await crowd.ask(name)) !== 401 && secondsSince(asked) < 2 * MOST_SECONDS) await sleep(LOOK_MS)
  found.atMost('secondsUntilOneWasRefused', secondsSince(asked), MOST_SECONDS)
  await untilRevoked(access, name)
  over = true
  await working
  Object.assign(found.figures, { others: others.length, looksOfOthers: looks })
}

async function revokeMany(crowd: Crowd, names: readonly string[]): Promise<void> {
  const { access, found } = crowd
  await crowd.expect(names, 200, 'kubeconfig does not work')
  const begun = performance.now()
  const refused: number[] = []
  const waited: number[] = []
  const proved = names.map(async name => {
    const { status } = await untilRevoked(access, name)
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

function untilRevoked(access: Access, name: string) {
  return access.until(name, ({ status }) => findCondition(status?.conditions, 'Revoked')?.reason === 'TokenRefused')
}

/** Objects in the shoot that carry the operators' label, of none of the requests that go on. */
async function leftoversOf(access: Access, living: readonly string[]): Promise<number> {
  const uids = new Set(
    [...access.requests.all()].filter(({ metadata }) => living.includes(metadata.name)).map(each => each.metadata.uid),
  )
  const objects = await access.inShoot(shootObjects)
  return objects.filter(({ request }) => !uids.has(request)).length
}
