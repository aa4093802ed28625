import { spawn } from 'node:child_process'
import path from 'node:path'
import { childEnv, env } from '#lib/env.ts'

/** The console with hot reloading, on the embedded garden unless KUBECONFIG says otherwise. */
const { HOST, PORT } = env()
const next = path.join('node_modules', 'next', 'dist', 'bin', 'next')
const child = spawn(process.execPath, [next, 'dev', '-H', HOST, '-p', String(PORT)], {
  env: childEnv({ NEXT_TELEMETRY_DISABLED: '1' }),
  stdio: 'inherit',
})
child.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
