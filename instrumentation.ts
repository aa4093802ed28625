/** Starts the runtime once per server process, before the first request; a wrong setting ends the process with its reason. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a constant of the bundler, which thereby leaves the runtime out of the edge bundle
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { isBuild } = await import('#lib/env.ts')
  if (isBuild()) return
  const { startRuntime } = await import('#lib/runtime.ts')
  await startRuntime()
}
