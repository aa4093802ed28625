import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { prepareCluster } from '../../test/cluster/cluster.ts'
import { loadSmallLandscape } from '../../test/cluster/small-landscape.ts'
import { freePort } from '../../test/kit/free-port.ts'

/** A real kube-apiserver with Gardener's kinds and a small landscape. */
interface KubeApiserver {
  /** Text of the viewer's kubeconfig. */
  readonly kubeconfig: string
  readonly namespace: string
  restart(): Promise<void>
  stop(): Promise<void>
}

const SCRIPT = path.join(import.meta.dirname, '../../test/kube/real-apiserver')
const run = promisify(execFile)

/** Builds the server, which takes minutes, if it is not in the cache. */
export async function startKubeApiserver(): Promise<KubeApiserver> {
  const state = mkdtempSync(path.join(tmpdir(), 'bench-kube-'))
  const settings = [`HAP_KUBE_STATE=${state}`, `HAP_KUBE_PORT=${await freePort()}`]
  const call = (verb: string, keep = 1) => run('env', [...settings, `HAP_KUBE_KEEP=${keep}`, 'bash', SCRIPT, verb])
  const stop = async () => {
    await call('stop', 0)
  }
  await call('build')
  await call('start')
  try {
    const kubeconfigOf = (user: string) => path.join(state, `${user}.kubeconfig`)
    const cluster = await prepareCluster({
      admin: kubeconfigOf('admin'),
      viewer: kubeconfigOf('viewer'),
      operator: kubeconfigOf('operator'),
    })
    await loadSmallLandscape(cluster)
    return {
      kubeconfig: readFileSync(kubeconfigOf('viewer'), 'utf8'),
      namespace: cluster.namespace,
      async restart() {
        await call('stop')
        await call('start')
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
