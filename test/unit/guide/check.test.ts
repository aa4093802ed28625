import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { API_ROUTES } from '#lib/api/api.ts'
import { SETTINGS } from '#lib/env.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import {
  ABANDON_ANNOTATION,
  CLUSTERS,
  KUBECONFIG_REQUESTS,
  REVOKE_ANNOTATION,
  ROTATE_ANNOTATION,
  SUBSCRIPTION_REQUESTS,
} from '#lib/operators/api/resources.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { KUBECONFIG_LIST } from '#lib/queries/operators/kubeconfig-list.ts'
import { POOL_LIST } from '#lib/queries/pools/pool-list.ts'
import { SHOOT_LIST } from '#lib/queries/shoots/shoot-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { JOB_LIST } from '#lib/store/jobs/job-list.ts'
import { COMMANDS } from '../../../bin/commands.ts'
import { CHART, render } from '../../../scripts/chart/render.ts'
import { STRESS } from '../../../scripts/stress/scenarios.ts'
import { TIERS } from '../../../scripts/test/tiers.ts'
import { runHap } from '../../cli/run-hap.ts'
import { type Command, commandsOf } from './commands.ts'
import { blocksOf, codeOf, DOCUMENTS } from './documents.ts'
import { isAsking, isRun, NOT_RUN } from './groups.ts'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** Variables other than settings of the console. */
const OTHER_VARIABLES = new Set(['HAP_CONSOLE_URL', 'HAP_TOKEN'])

const commands = DOCUMENTS.flatMap(document => blocksOf(document))
  .filter(({ language }) => language === 'sh')
  .flatMap(commandsOf)
const checked = commands.filter(command => !isRun(command))

/** A permission of AWS, a module of Node.js, or the type of an error. */
const NO_SEARCH = /^(?:elasticloadbalancing:[A-Z]|node:|urn:|about:)/

/** The reason why a command is wrong, or null. */
type Check = (args: readonly string[], command: Command) => string | null | Promise<string | null>

/** By program; a command of another program fails. */
const CHECKS: Readonly<Record<string, Check>> = {
  npm: args => npmProblem(args),
  npx: ([program, ...args]) => (program === 'hap' ? hapProblem(args) : `npx ${program} is not of this project`),
  curl: args => curlProblem(args),
  kubectl: (args, { place }) => kubectlProblem(args, place),
  docker: ([verb]) => (verb === 'build' && existsSync('Dockerfile') ? null : 'there is nothing to build'),
  helm: args => helmProblem(args),
  git: ([verb]) => (['pull', 'checkout'].includes(verb ?? '') ? null : 'only pull and checkout'),
  openssl: ([verb]) => (verb === 'rand' ? null : 'only rand'),
  'test/kube/real-apiserver': () => (existsSync('test/kube/real-apiserver') ? null : 'it does not exist'),
}

function npmProblem([verb = '', ...args]: readonly string[]): string | null {
  if (verb === 'ci') return null
  const [name = '', ...options] = verb === 'run' ? args.filter(arg => !/^-(?:s|-)$/.test(arg)) : [verb, ...args]
  if (!(name in scripts)) return `there is no script ${name}`
  // Upper case is a placeholder.
  const [part = ''] = options.filter(option => !/^(?:-|[A-Z]+$)/.test(option))
  const parts = PARTS[name]
  return part === '' || parts === undefined || parts.includes(part) ? null : `npm run ${name} has no ${part}`
}

/** Arguments that an npm script accepts. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  stress: Object.keys(STRESS),
  test: TIERS.test.map(({ name }) => name),
  'test:deep': TIERS.deep.map(({ name }) => name),
}

const SEARCHED: Readonly<Record<string, readonly SearchField[]>> = {
  pools: POOL_LIST.fields,
  bindings: BINDING_LIST.fields,
}

/** Runs commands that need a console until they miss its address; checks the options of others against their help. */
async function hapProblem(args: readonly string[]): Promise<string | null> {
  const [name = ''] = args
  if (!(name in COMMANDS)) return `there is no hap ${name}`
  if (['pools', 'bindings', 'claim', 'give-back', 'cancel', 'release', 'explain'].includes(name)) {
    const { code, err } = await runHap(args)
    const fields = SEARCHED[name]
    const [fault] = fields === undefined ? [] : parseSearch(args.slice(1).join(' '), fields).errors
    if (fault !== undefined) return fault.message
    const expected = `hap ${name}: the address of the console is missing. Set --console or HAP_CONSOLE_URL.`
    return code === 2 && err.startsWith(expected) ? null : err
  }
  const { out } = await runHap([name, '--help'])
  const own = args.slice(1).filter((arg, place) => arg.startsWith('--') || place === 0)
  return own.find(word => !out.includes(word)) ?? null
}

/** Methods of an address, whose parameters are in upper case; empty for an unknown address. */
function methodsOf(address: string): readonly string[] {
  const pathname = address.replace(/[?#].*$/, '')
  const declared = API_ROUTES.find(pathname)
  if (declared !== null) return declared.methods
  const file = `app${pathname.replace(/^\/api\/auth\/.+/, '/api/auth/[...nextauth]')}/route.ts`
  if (!existsSync(file)) return []
  const exported = readFileSync(file, 'utf8').matchAll(/^export (?:const|function|async function) ([A-Z]+)\b/gm)
  return Array.from(exported, ([, method = '']) => method)
}

function curlProblem(args: readonly string[]): string | null {
  const address = args
    .find(arg => /^(?:https?:\/\/[^/]+|\$\w+)\//.test(arg))
    ?.replace(/^(?:https?:\/\/[^/]+|\$\w+)/, '')
  if (address === undefined) return 'no address of the console'
  const methods = methodsOf(address)
  if (methods.length === 0) return `there is no ${address}`
  const method = args[args.indexOf('-X') + 1] ?? ''
  const asked = args.includes('-X') ? method : args.includes('-d') ? 'POST' : 'GET'
  return methods.includes(asked) ? null : `${address} has no ${asked}`
}

const OWN = [CLUSTERS, SUBSCRIPTION_REQUESTS, KUBECONFIG_REQUESTS].flatMap(({ kind, plural }) => [
  kind.toLowerCase(),
  plural,
])
const KUBECTL_KINDS = new Set(['credentialsbindings', 'secretbindings', SHOOTS.plural, 'secret', ...OWN])
const ANNOTATIONS = [ROTATE_ANNOTATION, REVOKE_ANNOTATION, ABANDON_ANNOTATION].map(name => `${name}=true`)

/** Applied files must exist or be shown on the same page. */
function kubectlProblem([verb = '', ...args]: readonly string[], place: string): string | null {
  const files = args.filter((_, index) => args[index - 1] === '-f')
  const page = DOCUMENTS.find(({ path }) => place.startsWith(`${path}:`))
  const missing = files.find(file => !existsSync(file) && !page?.text.includes(`\`\`\`yaml\n# ${file}\n`))
  if (missing !== undefined) return `there is no ${missing}`
  if (verb === 'apply') return files.length > 0 ? null : 'nothing to apply'
  if (verb === 'create') return args[0] === 'secret' && args[1] === 'generic' ? null : 'only secrets'
  if (verb === 'annotate' && !args.some(arg => ANNOTATIONS.includes(arg))) return 'no controller reads this annotation'
  if (verb === 'wait')
    return args.some(arg => OWN.includes(arg.split('/')[0] ?? '')) ? null : 'it waits for nothing of ours'
  if (!['get', 'annotate', 'delete'].includes(verb)) return `kubectl ${verb} is in no group`
  return (args[0] ?? '').split(',').find(kind => !KUBECTL_KINDS.has(kind)) ?? null
}

/** Set values must exist in the chart; if helm is installed, it must render the chart with them. */
function helmProblem([verb = '', ...args]: readonly string[]): string | null {
  if (!['install', 'upgrade'].includes(verb)) return `helm ${verb} is in no group`
  if (!args.includes(CHART)) return 'no chart of this project'
  const values: unknown = parse(readFileSync(`${CHART}/values.yaml`, 'utf8'))
  const sets = args.filter((_, place) => args[place - 1] === '--set')
  const names = sets.flatMap(list => list.split(',')).map(entry => entry.replace(/=.*$/, ''))
  const has = (name: string) =>
    name.split('.').reduce<unknown>((at, part) => z.record(z.string(), z.unknown()).safeParse(at).data?.[part], values)
  const missing = names.find(name => has(name) === undefined)
  if (missing !== undefined || verb === 'upgrade') return missing ?? null
  const rendering = render(
    '/dev/null',
    sets.flatMap(list => ['--set', list]),
  )
  return rendering === null || rendering.ok ? null : rendering.text
}

describe('every command that is not run', () => {
  test.each(
    checked.filter(({ words }) => words.length > 0).map(command => [command.place, command.text, command] as const),
  )('%s %s names what exists', async (_place, _text, command) => {
    const [program = '', ...args] = command.words
    const check = CHECKS[program]
    expect(check, `${program} is neither run nor checked`).toBeDefined()
    expect(await check?.(args, command)).toBeNull()
  })

  test('is run by a test, or has a reason why not', () => {
    const others = checked.filter(command => command.words.length > 0 && !isAsking(command))
    const left = others.filter(({ words }) => !NOT_RUN.some(([beginning]) => words.join(' ').startsWith(beginning)))
    expect(left).toEqual([])
    const unused = NOT_RUN.filter(([beginning]) => !others.some(({ words }) => words.join(' ').startsWith(beginning)))
    expect(unused).toEqual([])
  })

  test('commands of each program are checked', () => {
    const programs = new Set(checked.flatMap(({ words }) => words[0] ?? []))
    expect([...programs]).toEqual(expect.arrayContaining(['npm', 'npx', 'curl', 'kubectl', 'helm']))
  })
})

describe.each(DOCUMENTS.map(document => [document.path, document] as const))('%s', (_path, document) => {
  const code = codeOf(document)

  test('names existing settings', () => {
    const named = document.text.match(/\b(?:HAP|DATABASE)_[A-Z_]+\b/g) ?? []
    expect(named.filter(name => !(name in SETTINGS) && !OTHER_VARIABLES.has(name))).toEqual([])
  })

  test('names existing npm scripts and hap commands, also in running text', () => {
    const npm = code.filter(text => /^npm (?:run|test|start)\b/.test(text)).map(text => text.split(' ').slice(1))
    const hap = code.flatMap(text => /^(?:npx )?hap ([a-z-]+)/.exec(text)?.[1] ?? [])
    expect(npm.flatMap(words => npmProblem(words) ?? [])).toEqual([])
    expect(hap.filter(name => !(name in COMMANDS))).toEqual([])
  })

  test('names valid searches of a list', () => {
    const searches = code.filter(text => /^[a-z]+:\S/.test(text) && !(text in scripts) && !NO_SEARCH.test(text))
    const lists = [POOL_LIST.fields, BINDING_LIST.fields, SHOOT_LIST.fields, JOB_LIST.fields, KUBECONFIG_LIST.fields]
    const isRead = (text: string) => lists.some(fields => parseSearch(text, fields).errors.length === 0)
    expect(searches.filter(text => !isRead(text))).toEqual([])
  })

  test('names existing addresses of the console', () => {
    const addresses = code.flatMap(text => /^(?:[A-Z]+ )?(\/(?:api|healthz|readyz)[^\s`]*)$/.exec(text)?.[1] ?? [])
    expect(addresses.filter(address => address !== '/api/v1' && methodsOf(address).length === 0)).toEqual([])
  })

  test('links to files, and to headings in them', () => {
    const folder = document.path.replace(/[^/]+$/, '')
    const links = [...document.text.matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+)[)"]/g)].map(([, link = '']) => link)
    const broken = links.filter(link => {
      if (/^https?:/.test(link)) return false
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? document.path : `${folder}${file}`
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken).toEqual([])
  })
})

/** Link anchors of the headings of a file. */
function anchorsOf(file: string): readonly string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
