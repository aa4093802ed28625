import { setTimeout as sleep } from 'node:timers/promises'
import { ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { isTrue } from '#lib/operators/framework/conditions.ts'
import { GRACE_MS } from '#lib/operators/kubeconfig/state/rotation.ts'
import { Access } from './access.ts'
import { judgeAdministrators } from './administrators.ts'
import { LOOK_MS, readAtTheEnd, readEachTime } from './readers.ts'
import { Findings, secondsSince, spreadOf } from './report.ts'
import type { Scenario } from './scenario.ts'

const NAME = 'rotated'

/** Repeatedly rotates one kubeconfig while two readers use it. */
export const rotations: Scenario = async amounts => {
  const { rotations: count, kept } = amounts
  const found = new Findings()
  const access = await Access.open(amounts)
  try {
    await access.apply(NAME)
    await access.untilIssued(NAME)
    const [reader, keeper] = [readEachTime(access, NAME, found), readAtTheEnd(access, NAME, found)]
    while (keeper.kubeconfigs() === 0) await sleep(LOOK_MS)
    const begun = performance.now()
    const seconds: number[] = []
    for (let n = 0; n < count; n++) seconds.push(await rotate(access))
    found.figures.rotations = count
    found.figures.secondsForAll = secondsSince(begun)
    found.figures.secondsEach = spreadOf(seconds)
    // The reader that keeps its kubeconfig gets another one, which the next rotation ends.
    for (let n = 1; n <= kept; n++) {
      const most = performance.now() + GRACE_MS
      while (keeper.kubeconfigs() <= n && performance.now() < most) await sleep(LOOK_MS)
      if (keeper.kubeconfigs() <= n) found.violated('reader did not come back', `${n} times`)
      await rotate(access)
    }
    // The readers use the last one too.
    await sleep(2 * LOOK_MS)
    const [reading, keeping] = [await reader.end(), await keeper.end()]
    if (reading.kubeconfigs < count / 2) found.violated('reader saw too few kubeconfigs', `${reading.kubeconfigs}`)
    Object.assign(found.figures, { reader: reading, readerThatKeeps: keeping })
    await judgeAdministrators(access, found)
    access.judgeMemory(found)
  } finally {
    await access.stop()
  }
  return found.report('rotations')
}

/** Returns the seconds since the request. */
async function rotate(access: Access): Promise<number> {
  const before = access.statusOf(NAME).fingerprint
  const asked = performance.now()
  await access.annotate(NAME, ROTATE_ANNOTATION)
  await access.until(
    NAME,
    ({ metadata, status }) =>
      metadata.annotations?.[ROTATE_ANNOTATION] === undefined &&
      status?.fingerprint !== before &&
      isTrue(status?.conditions, 'Ready'),
  )
  return (performance.now() - asked) / 1_000
}
