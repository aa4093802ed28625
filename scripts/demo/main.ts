import { DEMO_USERS } from '#lib/auth/demo-users.ts'
import { kubeconfigFile } from '#lib/embedded-garden/persistence.ts'
import { env } from '#lib/env.ts'
import { buildConsole } from '../build/build-console.ts'
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

try {
  const { HOST, PORT } = env()
  await requireFreePort(HOST, PORT)
  buildConsole(() => console.log('Building the console…'))
  console.log('Starting…')
  run(await startConsole(HOST, PORT))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** On the embedded garden alone; nobody waits for it. */
async function showOperators(): Promise<void> {
  const { KUBECONFIG, KUBERNETES_SERVICE_HOST, HAP_KCP_KUBECONFIG, HAP_KCP_NAMESPACE, DATA_DIR } = env()
  if (KUBECONFIG !== null || KUBERNETES_SERVICE_HOST !== null || HAP_KCP_KUBECONFIG !== null) return
  try {
    await makeSampleResources(kubeconfigFile(DATA_DIR, 'admin'), HAP_KCP_NAMESPACE)
  } catch (error) {
    console.error(`The samples of the operators were not made: ${error instanceof Error ? error.message : error}`)
  }
}

function run(server: ConsoleServer): void {
  console.log(`\nHAP Console ready at ${server.url}\n`)
  console.log('Sign in as one of the demo users; no password is needed:')
  for (const { id, may } of DEMO_USERS) console.log(`  ${id.padEnd(10)} ${may}`)
  console.log('\nCtrl+C stops it.')
  void showOperators()

  server.process.once('exit', code => process.exit(code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.stop())
}
