// Ends with 0 when the console of this container answers. Plain JavaScript without imports: it is run every few seconds.
// biome-ignore lint/style/noProcessEnv: as said, without imports
const { PORT = '3000' } = process.env
const { ok } = await fetch(`http://localhost:${PORT}/healthz`, { signal: AbortSignal.timeout(4_000) })
process.exitCode = ok ? 0 : 1
