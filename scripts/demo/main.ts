import { kubeconfigFile } from '#embedded-garden/persistence.ts'
import { DEMO_USERS } from '#lib/auth/demo-users.ts'
import { type Env, env, usesEmbeddedGarden } from '#lib/env.ts'
import { resolveSignInSettings } from '#lib/runtime/start-sign-in.ts'
import { buildConsole } from '../build/build-console.ts'
import { prepareData } from './prepare-data.ts'
import { type ConsoleLog, openConsoleLog, type Progress, showProgress } from './progress.ts'
import { makeSampleResources } from './sample-resources.ts'
import { type ConsoleServer, requireFreePort, startConsole } from './server.ts'

const HELP = `npm run demo starts the console on an embedded garden and an embedded database, with demo users.

It takes no options. Settings come from the environment, for example:
  PORT=3001 DATA_DIR=/tmp/hap npm run demo
docs/guide/settings.md lists all of them.`

const [asked] = process.argv.slice(2)
if (asked !== undefined) {
  const wanted = asked === '--help' || asked === '-h'
  console[wanted ? 'log' : 'error'](wanted ? HELP : `There is no option ${asked}.\n\n${HELP}`)
  process.exit(wanted ? 0 : 2)
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())

try {
  const settings = env()
  await requireFreePort(settings.HOST, settings.PORT)
  await build(settings)
  await start(settings)
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Builds the console if necessary, and creates garden and database concurrently. */
async function build(settings: Env): Promise<void> {
  const { signal } = interrupted
  let progress: Progress | undefined
  let prepared: Promise<void> | undefined
  try {
    await buildConsole({
      signal,
      // The database writes to the data folder during the build.
      isStandalone: false,
      onBuild: () => {
        progress = showProgress('Building the console')
        prepared = prepareData(settings, signal)
      },
    })
  } finally {
    progress?.done()
  }
  await prepared
}

async function start({ HOST, PORT }: Env): Promise<void> {
  const { signal } = interrupted
  signal.throwIfAborted()
  const log = openConsoleLog(PORT)
  const progress = showProgress('Starting the console')
  try {
    const server = await startConsole(HOST, PORT, {}, { log: log.descriptor, onStep: progress.step, signal })
    progress.done()
    run(server, log)
  } catch (error) {
    progress.done()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error([log.messages(), `${reason} Its log is ${log.file}.`].join('\n').trim())
  }
}

/** Creates samples of custom resources in the background, only on the embedded garden. */
async function showOperators(): Promise<void> {
  const { HAP_KCP_KUBECONFIG, HAP_KCP_NAMESPACE, DATA_DIR } = env()
  if (!usesEmbeddedGarden(env()) || HAP_KCP_KUBECONFIG !== null) return
  try {
    await makeSampleResources(kubeconfigFile(DATA_DIR, 'admin'), HAP_KCP_NAMESPACE)
  } catch (error) {
    console.error(`The samples of the operators were not made: ${error instanceof Error ? error.message : error}`)
  }
}

function run(server: ConsoleServer, log: ConsoleLog): void {
  console.log(`\nHAP Console ready at ${server.url}\n`)
  const { HAP_OIDC_ISSUER } = env()
  if (resolveSignInSettings(env(), usesEmbeddedGarden(env())).demoUsers) {
    console.log('Sign in as one of the demo users; no password is needed:')
    for (const { id, may } of DEMO_USERS) console.log(`  ${id.padEnd(10)} ${may}`)
  } else if (HAP_OIDC_ISSUER === null)
    console.log('No user can sign in. Set HAP_OIDC_ISSUER, or HAP_DEMO_USERS=on, and start again.')
  else console.log(`Sign in with the identity provider ${HAP_OIDC_ISSUER}.`)
  console.log(`\nIts log is ${log.file}. Ctrl+C stops it.`)
  void showOperators()

  server.process.once('exit', code => {
    if (code !== 0)
      console.error(`${log.messages()}\nThe console ended with code ${code}. Its log is ${log.file}.`.trim())
    process.exit(code ?? 1)
  })
}
