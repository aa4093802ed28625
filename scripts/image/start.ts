import { addToEnv, EnvError, env } from '#lib/env.ts'

/** The console as the image starts it: the server that the build made, in this process. */
const server = new URL('../../server.js', import.meta.url)
try {
  const { HOST, PORT } = env()
  addToEnv({
    // Kubernetes sets it to the name of the pod.
    HOSTNAME: HOST,
    PORT: String(PORT),
    // Longer than proxies keep idle connections (60 s): they close them first, and send no request into one that is closing.
    KEEP_ALIVE_TIMEOUT: '75000',
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
