import { spawn } from 'node:child_process'
import path from 'node:path'
import { childEnv, EnvError, env } from '#lib/env.ts'
import { ALLOCATOR, KEEP_ALIVE_MS, NODE_FLAGS } from './node-flags.ts'

/** Runs the console on HOST and PORT in the foreground: `serve.ts dev` with hot reloading, `serve.ts start` from the build. */
const mode = process.argv[2] === 'dev' ? 'dev' : 'start'
const { HOST, PORT } = settings()
const next = path.join('node_modules', 'next', 'dist', 'bin', 'next')
// `next dev` passes its flags to other processes by NODE_OPTIONS, which allows fewer flags.
const flags = mode === 'start' ? NODE_FLAGS : []
const options = ['-H', HOST, '-p', String(PORT), ...(mode === 'start' ? ['--keepAliveTimeout', KEEP_ALIVE_MS] : [])]
const child = spawn(process.execPath, [...flags, next, mode, ...options], {
  env: childEnv({
    ...ALLOCATOR,
    NEXT_TELEMETRY_DISABLED: '1',
    // The runtime closes streams and the embedded garden before it ends; Next.js would not wait for it.
    ...(mode === 'start' && { NODE_ENV: 'production', NEXT_MANUAL_SIG_HANDLE: 'true' }),
  }),
  stdio: 'inherit',
})
child.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A terminal sends Ctrl+C to both processes; the child must not receive it twice.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })
}

function settings() {
  try {
    return env()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
