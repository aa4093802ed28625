// Exits with 0 when the console of this container responds. Plain JavaScript without imports, because it runs every few seconds.
// biome-ignore lint/style/noProcessEnv: the file has no imports
const { PORT = '3000' } = process.env
const { ok } = await fetch(`http://localhost:${PORT}/healthz`, { signal: AbortSignal.timeout(4_000) })
process.exitCode = ok ? 0 : 1
