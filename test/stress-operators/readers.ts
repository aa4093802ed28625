import { kubeconfigFingerprint } from '#lib/garden/client/kubeconfig-text.ts'
import { GRACE_MS } from '#lib/operators/kubeconfig/state/rotation.ts'
import type { Access } from './access.ts'
import type { Findings } from './report.ts'

export const LOOK_MS = 100
/** A kubeconfig is replaced this long before its end. */
const MARGIN_MS = 5_000

/** Uses the kubeconfig of a request every LOOK_MS, regardless of the duration of a use. */
interface Reader {
  /** Number of kubeconfigs used so far. */
  kubeconfigs(): number
  end(): Promise<{ readonly looks: number; readonly failures: number; readonly kubeconfigs: number }>
}

/** Reads the Secret before each use. */
export function readEachTime(access: Access, name: string, found: Findings): Reader {
  let [last, kubeconfigs] = ['', 0]
  const take = async () => {
    const kubeconfig = await access.kubeconfig(name)
    if (kubeconfig !== last) kubeconfigs++
    last = kubeconfig
    return kubeconfig
  }
  return startReader(access, found, 'reader failed', take, () => kubeconfigs)
}

/**
 * Reads the Secret only just before its kubeconfig ends: at the expiry in the status at the time of issue, or a grace
 * period after a later rotation.
 */
export function readAtTheEnd(access: Access, name: string, found: Findings): Reader {
  let [held, fingerprint, kubeconfigs] = ['', '', 0]
  let ends = 0
  const take = async () => {
    if (held === '' || Date.now() > ends - MARGIN_MS) {
      const kubeconfig = await access.kubeconfig(name)
      const status = access.statusOf(name)
      // The status follows the Secret a moment later: without it the end is unknown.
      if (kubeconfigFingerprint(kubeconfig) === status.fingerprint && kubeconfig !== held) {
        held = kubeconfig
        fingerprint = status.fingerprint
        ends = Date.parse(status.expirationTimestamp ?? '')
        kubeconfigs++
      }
    }
    const status = access.statusOf(name)
    if (status.fingerprint !== fingerprint && status.rotatedAt !== undefined)
      ends = Math.min(ends, Date.parse(status.rotatedAt) + GRACE_MS)
    return held
  }
  return startReader(access, found, 'reader that keeps its kubeconfig failed', take, () => kubeconfigs)
}

function startReader(
  access: Access,
  found: Findings,
  violation: string,
  take: () => Promise<string>,
  kubeconfigs: () => number,
): Reader {
  const begun = performance.now()
  let [looks, failures] = [0, 0]
  const look = async () => {
    const kubeconfig = await take()
    // The status has not arrived yet.
    if (kubeconfig === '') return
    looks++
    const answer = await access.caller.ask(kubeconfig)
    if (answer === 200) return
    failures++
    found.violated(violation, String(answer))
  }
  const underWay = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const one = look()
      .catch((error: unknown) => {
        failures++
        found.violated(violation, String(error))
      })
      .then(() => void underWay.delete(one))
    underWay.add(one)
  }, LOOK_MS)
  return {
    kubeconfigs,
    async end() {
      clearInterval(timer)
      await Promise.all(underWay)
      if (looks * LOOK_MS < (performance.now() - begun) / 2)
        found.violated('reader looked too seldom', `${looks} times`)
      return { looks, failures, kubeconfigs: kubeconfigs() }
    },
  }
}
