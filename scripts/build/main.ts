import { formatSeconds } from '../demo/progress.ts'
import { buildConsole } from './build-console.ts'
import { PACKED_CLI, packCli } from './pack-cli.ts'

/** `npm run build` and `npm run build -- cli`. */
try {
  const [what] = process.argv.slice(2)
  if (what === 'cli') await pack()
  else if (what === undefined) await build()
  else
    throw new Error(`Unknown argument "${what}". Without one the console is built, with "cli" the packed command line.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function build(): Promise<void> {
  const started = performance.now()
  let isBuilt = false
  await buildConsole({
    onBuild: () => {
      isBuilt = true
      console.log('Building the console…')
    },
  })
  console.log(
    isBuilt
      ? `Built the console in ${formatSeconds(performance.now() - started)}.`
      : 'The console is up to date: the last build is of the same files.',
  )
}

async function pack(): Promise<void> {
  const bytes = await packCli()
  console.log(`Packed the command line into ${PACKED_CLI}: ${Math.round(bytes / 1_000)} kB.`)
}
