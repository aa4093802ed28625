import { addToEnv, EnvError, env } from '#lib/env.ts'
import { KEEP_ALIVE_MS } from '../node-flags.ts'

/** Starts the console of the image: the built server, in this process. */
const server = new URL('../../server.js', import.meta.url)
try {
  const { HOST, PORT } = env()
  addToEnv({
    // Kubernetes sets it to the name of the pod.
    HOSTNAME: HOST,
    PORT: String(PORT),
    KEEP_ALIVE_TIMEOUT: KEEP_ALIVE_MS,
    // The runtime closes streams and the embedded garden before it ends; Next.js would not wait for it.
    NEXT_MANUAL_SIG_HANDLE: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
  })
  await import(server.href)
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
