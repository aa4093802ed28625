import { setTimeout as sleep } from 'node:timers/promises'
import { ROTATE_ANNOTATION } from '#lib/operators/api/names.ts'
import { isTrue } from '#lib/operators/framework/conditions.ts'
import { Access } from './access.ts'
import { Findings, secondsSince, spreadOf } from './report.ts'
import type { Scenario } from './scenario.ts'

const NAME = 'rotated'
const LOOK_MS = 100

/** One kubeconfig is rotated again and again under the eyes of a reader. */
export const rotations: Scenario = async amounts => {
  const { rotations: count } = amounts
  const found = new Findings()
  const access = await Access.open(amounts)
  try {
    await access.apply(NAME)
    let { status } = await access.untilIssued(NAME)
    const reader = startReader(access, found)
    const begun = performance.now()
    const seconds: number[] = []
    for (let n = 0; n < count; n++) {
      const before = status?.fingerprint
      const asked = performance.now()
      await access.annotate(NAME, ROTATE_ANNOTATION)
      const after = await access.until(
        NAME,
        ({ metadata, status: now }) =>
          metadata.annotations?.[ROTATE_ANNOTATION] === undefined &&
          now?.fingerprint !== before &&
          isTrue(now?.conditions, 'Ready'),
      )
      status = after.status
      seconds.push((performance.now() - asked) / 1_000)
    }
    found.figures.rotations = count
    found.figures.secondsForAll = secondsSince(begun)
    found.figures.secondsEach = spreadOf(seconds)
    // The last one is looked at, too.
    await sleep(2 * LOOK_MS)
    const reading = await reader.end()
    if (reading.looks * LOOK_MS < (performance.now() - begun) / 2)
      found.violated('reader looked too seldom', `${reading.looks} times`)
    Object.assign(found.figures, reading)
    access.judgeMemory(found)
  } finally {
    await access.stop()
  }
  return found.report('rotations')
}

/** Reads the Secret and asks the shoot's API server, every LOOK_MS, whatever either takes. */
function startReader(access: Access, found: Findings) {
  let [looks, failures, kubeconfigs] = [0, 0, 0]
  let last = ''
  const look = async () => {
    looks++
    const kubeconfig = await access.kubeconfig(NAME)
    if (kubeconfig !== last) kubeconfigs++
    last = kubeconfig
    return access.caller.ask(kubeconfig)
  }
  const underWay = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const one = look()
      .catch(String)
      .then(answer => {
        underWay.delete(one)
        if (answer === 200) return
        failures++
        found.violated('reader failed', String(answer))
      })
    underWay.add(one)
  }, LOOK_MS)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(underWay)
      return { looks, failures, kubeconfigsSeen: kubeconfigs }
    },
  }
}
