import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { type Command, commandsOf } from '../../test/unit/guide/commands.ts'
import { blocksOf, DOCUMENTS, filesOf } from '../../test/unit/guide/documents.ts'
import { isAsking } from '../../test/unit/guide/groups.ts'
import { makeBin, runText } from '../../test/unit/guide/run-text.ts'
import { cookieOf } from '../support/cookie-of.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { shootKubeconfig } from '../support/kubeconfigs.ts'
import { type Landscape, startLandscape } from '../support/landscape.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

const pages = DOCUMENTS.map(document => {
  const blocks = blocksOf(document)
  const commands = blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf)
  return {
    name: document.path,
    files: filesOf(blocks),
    commands: commands.filter(each => isAsking(each) || ofDatabase(each)),
  }
}).filter(({ commands }) => commands.some(isAsking))

/** Commands that prepare a database for other commands. */
function ofDatabase({ words }: Command): boolean {
  return words.slice(0, 3).join(' ') === 'npx hap db'
}

let landscape: Landscape
let garden: GardenClient
let folders = ''
let bin = ''

test.beforeAll(async () => {
  folders = mkdtempSync(path.join(tmpdir(), 'hap-handbook-'))
  bin = makeBin(folders)
  landscape = await startLandscape('demo')
  garden = createGardenClient({ access: loadKubeconfig(landscape.adminKubeconfig), version: 'e2e' })
})

test.afterAll(async () => {
  garden?.close()
  await landscape?.stop()
  rmSync(folders, { recursive: true, force: true })
})

/** Creates the folder in which the commands of a page run, with the files and kubeconfigs that the page names. */
async function folderOf(name: string, files: readonly (readonly [string, string])[]): Promise<string> {
  const folder = path.join(folders, name.replaceAll('/', '-'))
  for (const needed of ['docs/examples', 'charts']) cpSync(needed, path.join(folder, needed), { recursive: true })
  for (const [file, text] of files) writeFileSync(path.join(folder, file), text)
  copyFileSync('docs/examples/values.yaml', path.join(folder, 'values.yaml'))
  copyFileSync(landscape.adminKubeconfig, path.join(folder, `${NAMESPACE}.yaml`))
  writeFileSync(path.join(folder, 'lab.yaml'), await shootKubeconfig(garden))
  mkdirSync(path.join(folder, 'data'))
  return folder
}

/** Creates an API token for each page, because idempotency keys are scoped to a token. */
async function newToken(cookie: string, name: string): Promise<string> {
  const answer = await fetch(`${landscape.url}/api/v1/tokens`, {
    method: 'POST',
    headers: { cookie, origin: landscape.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name, role: 'operator', days: 1 }),
  })
  return (await answer.json()).token
}

/** Values of the placeholders in commands. */
interface Known {
  /** ID of the last claim. */
  claim: string
  /** ID of a claim that waits. */
  readonly waiting: string
  readonly idle: string
}

/** A rule selects this pool, which has no bindings, so claims wait. */
const WITHOUT_ACCOUNTS = {
  plan: 'sap-converged-cloud',
  provider: 'openstack',
  platformRegion: 'cf-eu20',
  hyperscalerRegion: 'eu-nowhere-1',
  globalAccount: 'ga-handbook',
}

/** Creates a claim that waits. */
async function newWaiting(token: string, key: string): Promise<string> {
  const answer = await fetch(`${landscape.url}/api/v1/claims`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(WITHOUT_ACCOUNTS),
  })
  expect(answer.status).toBe(202)
  return (await answer.json()).id
}

function filled({ text, words }: Command, { claim, waiting, idle }: Known): string {
  if (words[0] === 'curl') return text.replace('/ID/cancel', `/${waiting}/cancel`).replace(/\/ID(?=[?]|$)/, `/${claim}`)
  if (words.includes('cancel')) return text.replace(' ID', ` ${waiting}`)
  if (words.includes('give-back')) return text.replace(' ID', ` ${claim}`)
  return words.includes('release') ? text.replace('NAME', idle) : text
}

/** Describes a failed command; null if it succeeded. */
function fault({ words, exitCode }: Command, { code, printed }: { readonly code: number; readonly printed: string }) {
  if (code !== exitCode) return `code ${code}: ${printed}`
  return words[0] === 'curl' && /"status":[45]\d\d[,}]/.test(printed) ? printed : null
}

/** `hap garden` and `hap adopt` use the data of the running processes, unless the command names another cluster. */
function dataDir({ words, variables }: Command, folder: string): string {
  const { dataDirs } = landscape
  if (words.includes('garden')) return dataDirs.garden
  return words.includes('adopt') && variables.length === 0 ? dataDirs.console : path.join(folder, 'data')
}

for (const { name, files, commands } of pages)
  test(`every command of ${name} that calls a console or a cluster succeeds`, async ({ playwright }) => {
    test.skip(!hasKubectl && commands.some(({ words }) => words[0] === 'kubectl'), 'there is no kubectl')
    const visitor = await playwright.request.newContext({ baseURL: landscape.url })
    const cookie = cookieOf(await signInByRequest(visitor, 'admin'))
    const { name: idle } = await idleBinding({ request: visitor })
    await visitor.dispose()
    const token = await newToken(cookie, name)
    const known: Known = { claim: '', waiting: await newWaiting(token, `waits-${name}`), idle }
    const folder = await folderOf(name, files)
    await namespace('hap-system')
    for (const command of commands) {
      const env = {
        CONSOLE: landscape.url,
        HAP_CONSOLE_URL: landscape.url,
        HAP_TOKEN: token,
        KUBECONFIG: landscape.adminKubeconfig,
        HAP_NAMESPACE: NAMESPACE,
        DATA_DIR: dataDir(command, folder),
        DATABASE_URL: '',
      }
      const ran = await runText(filled(command, known), { folder, bin, env })
      expect(fault(command, ran), command.text).toBeNull()
      if (ran.printed === '') expect(command.text).toMatch(/\s>\s/)
      if (/claims$/.test(command.text)) known.claim = JSON.parse(ran.printed).id
      known.claim = / {2}claim ([\w-]+), /.exec(ran.printed)?.[1] ?? known.claim
    }
  })

test('the guide has many such commands', () => {
  expect(pages.flatMap(({ commands }) => commands).length).toBeGreaterThan(30)
})

/** Creates a namespace unless it exists. */
async function namespace(name: string): Promise<void> {
  await garden.request({
    doing: 'make a namespace',
    permission: null,
    method: 'PATCH',
    path: `/api/v1/namespaces/${name}?fieldManager=e2e&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
  })
}
