import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'
import { freePort } from '../test/kit/free-port.ts'
import type { Bench } from './bench.ts'

/** From a fresh clone of the last commit: `npm ci && npm run demo` until the console reports that it is ready. */
export const benches: Bench[] = [
  {
    name: 'fresh clone: npm ci && npm run demo to a usable page',
    unit: 's',
    budget: 90,
    run: async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'hap-clone-'))
      try {
        spawnSync('git', ['clone', '--quiet', '.', folder], { stdio: 'ignore' })
        const started = performance.now()
        const env = childEnv({ PORT: String(await freePort()), npm_config_update_notifier: 'false' })
        const demo = spawn('sh', ['-c', 'npm ci --silent && exec npm run demo'], {
          cwd: folder,
          env,
          detached: true,
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        const seconds = await new Promise<number>(resolve => {
          let printed = ''
          demo.stdout.setEncoding('utf8').on('data', (text: string) => {
            printed += text
            if (printed.includes('HAP Console ready')) resolve((performance.now() - started) / 1000)
          })
          demo.once('exit', () => resolve(Number.NaN))
        })
        if (demo.pid !== undefined && demo.exitCode === null) process.kill(-demo.pid, 'SIGTERM')
        await once(demo, 'exit')
        return seconds
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  },
]
