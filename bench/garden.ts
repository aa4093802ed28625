import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { KubeConfig } from '@kubernetes/client-node'
import { startGarden } from '#lib/runtime/garden-process.ts'
import type { Bench } from './bench.ts'

const SHOOTS = '/apis/core.gardener.cloud/v1beta1/shoots'
const PAGE = 250

/** The embedded garden from the view of its clients, in a separate process. */
export const benches: Bench[] = [
  { name: 'garden: 5,000 shoots of 17 kB in pages of 250', unit: 's', budget: 2, run: readPages },
  { name: 'garden: first start with the demo landscape', unit: 's', budget: 5, run: () => start(false) },
  { name: 'garden: start on its data', unit: 's', budget: 4, run: () => start(true) },
]

/** Seconds until the demo landscape is served: newly created, or loaded from the file of an earlier start (`again`). */
async function start(again: boolean): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hap-bench-'))
  const options = { dataDir, size: 'demo' as const, seed: 1 }
  try {
    if (again) await (await startGarden(options)).stop()
    const before = performance.now()
    const garden = await startGarden(options)
    const seconds = (performance.now() - before) / 1000
    const page = await reader(readFileSync(garden.kubeconfigFile('admin'), 'utf8'))(`${SHOOTS}?limit=${PAGE}`)
    await garden.stop()
    if (page.length < PAGE * 1_000) throw new Error(`Only ${page.length} bytes of ${PAGE} shoots came.`)
    return seconds
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Reads the pages in sequence, as an inventory does; reads the full responses without parsing them. */
async function readPages(): Promise<number> {
  const server = fork(path.join(import.meta.dirname, 'lib/garden-server.ts'))
  const [kubeconfig] = await once(server, 'message')
  const read = reader(String(kubeconfig))
  await read('/version')
  const before = performance.now()
  let bytes = 0
  let token = ''
  do {
    const page = await read(`${SHOOTS}?limit=${PAGE}${token && `&continue=${token}`}`)
    bytes += page.length
    token = /"continue":"([^"]*)"/.exec(page.toString('latin1', 0, 500))?.[1] ?? ''
  } while (token)
  const seconds = (performance.now() - before) / 1000
  server.disconnect()
  if (bytes < 5_000 * 15_000) throw new Error(`Only ${bytes} bytes came.`)
  return seconds
}

function reader(kubeconfig: string): (path: string) => Promise<Buffer> {
  const config = new KubeConfig()
  config.loadFromString(kubeconfig)
  const cluster = config.getCurrentCluster()
  const agent = new Agent({ keepAlive: true, ca: Buffer.from(cluster?.caData ?? '', 'base64') })
  const headers = { Authorization: `Bearer ${config.getCurrentUser()?.token}` }
  return path =>
    new Promise((resolve, reject) => {
      request(new URL(path, cluster?.server), { agent, headers }, async response => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve(Buffer.concat(chunks))
      })
        .once('error', reject)
        .end()
    })
}
