import { buildConsole } from './build-console.ts'

/** `npm run build`. */
try {
  let isBuilt = false
  buildConsole(() => {
    isBuilt = true
    console.log('Building the console…')
  })
  console.log(isBuilt ? 'The console is built.' : 'The console is up to date: the last build is of these files.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
