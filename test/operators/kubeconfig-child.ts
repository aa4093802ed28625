import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import { createKubeconfigReconciler } from '#lib/operators/kubeconfig/kubeconfig-reconciler.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { accessBy } from '../garden/access-by.ts'
import { openerOn } from './opener-on.ts'

/**
 * A process that only reconciles kubeconfig requests: it runs each named one twice, and then writes a heap snapshot.
 * Arguments: file of a kubeconfig, file for the snapshot, namespace, names. Requires a global `gc`.
 */
const [file = '', snapshot = '', namespace = '', ...names] = process.argv.slice(2)
const access = accessBy(readFileSync(file, 'utf8'))
const control = createGardenClient({ access, version: 'test' })
const secrets = createSecretReader({ access, version: 'test' })
const reconciler = createKubeconfigReconciler({
  control,
  garden: control,
  secrets,
  targets: { open: (place, signal) => openTarget(openerOn(control, secrets, namespace), place, signal) },
  version: 'test',
  installation: 'test',
  exceptions: new Map(),
  clock: { now: Date.now },
  report: () => undefined,
  reached: async () => undefined,
})
for (const name of [...names, ...names]) await reconciler.reconcile({ namespace, name }, new AbortController().signal)
for (let i = 0; i < 10; i++) {
  await delay(50)
  globalThis.gc?.()
}
writeHeapSnapshot(snapshot)
control.close()
secrets.close()
