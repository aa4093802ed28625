import { formatSeconds } from '../demo/progress.ts'
import { buildConsole } from './build-console.ts'

/** `npm run build`. */
try {
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
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
