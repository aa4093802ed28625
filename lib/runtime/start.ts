import { type Env, env } from '#lib/env.ts'
import { setRuntime } from '#lib/runtime.ts'
import { log } from '#lib/telemetry/log.ts'
import { compose } from './compose.ts'
import { startFailure } from './error-messages.ts'
import type { RouteNames } from './metrics/start-metrics.ts'
import { Shutdown } from './shutdown.ts'
import { measureRequests, OpenRequests, startRequests } from './start-requests.ts'

/**
 * Starts the process: handles its signals, observes requests, composes the program and publishes it as the runtime. When a part
 * cannot start, the process prints why and exits with code 1.
 */
export async function startRuntime(routes: RouteNames): Promise<void> {
  const shutdown = new Shutdown(error => log().error({ err: error }, 'something could not be closed'))
  let drain: () => Promise<void> = async () => {}
  // 'disconnect': a launcher that dies, such as the demo's, closes its channel to this process.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.on(end, () => void endGracefully(drain, shutdown))
  }
  try {
    const settings: Env = env()
    const open = new OpenRequests()
    drain = () => open.drain(settings.HAP_DRAIN_SECONDS * 1000)
    const requests = startRequests(routes, shutdown)
    const runtime = await compose(settings, shutdown)
    await measureRequests(settings, { requests, runtime, routes }, shutdown)
    setRuntime(runtime)
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    await shutdown.run()
    process.exit(1)
  }
}

/** Answers open requests before it closes what they need. A second signal skips the wait for requests. */
async function endGracefully(drain: () => Promise<void>, shutdown: Shutdown): Promise<void> {
  shutdown.announce()
  await drain()
  await shutdown.run()
  process.exit(0)
}
