import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { KubeConfig } from '@kubernetes/client-node/dist/config.js'
import { parse } from 'yaml'
import { childEnv } from '#lib/env.ts'
import { isRecord } from '#lib/hap/document.ts'
import { environmentProxy } from './environment-proxy.ts'

/** A cluster and an identity. `load` reads the credentials again, since files and plugins may rotate them. */
export interface Access {
  readonly load: () => KubeConfig
  readonly server: string
  /** Name of the current context. */
  readonly context: string
  /** Namespace of the context, or null. */
  readonly namespace: string | null
}

/** An unusable kubeconfig. `message` names the setting, the cause and what to do. It stops the start. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError'
}

interface KubeconfigOptions {
  /** Name of a context other than the current one. */
  readonly context?: string
  /** Setting that names the files, for messages. */
  readonly variable?: string
}

/**
 * Access by kubeconfig. `setting` is the value of KUBECONFIG or another setting: one file, or
 * several joined by the system's path delimiter (the first definition of a name wins, as in
 * kubectl). Throws KubeconfigError.
 */
export function loadKubeconfig(setting: string, options: KubeconfigOptions = {}): Access {
  const { variable = 'KUBECONFIG' } = options
  return accessOf(() => readKubeconfig(setting, variable, options.context), `${variable}=${setting}`)
}

/** Access with the pod's service account. Throws KubeconfigError outside a pod or without a mounted token. */
export function loadInCluster(): Access {
  const load = () => {
    const config = new KubeConfig()
    config.loadFromCluster()
    const cluster = config.getCurrentCluster()
    const missing = [cluster?.caFile, serviceAccountToken(config)].filter(
      file => file !== undefined && !existsSync(file),
    )
    // Outside a pod the library builds the address from unset variables.
    if (missing.length > 0 || cluster?.server.includes('undefined')) {
      throw new KubeconfigError(
        'KUBECONFIG is not set and the credentials of a pod are not there: no service account token is mounted. Set KUBECONFIG to a kubeconfig file, or run the pod with a service account.',
      )
    }
    return config
  }
  return accessOf(load, 'the service account of the pod')
}

function serviceAccountToken(config: KubeConfig): string | undefined {
  const settings: unknown = config.getCurrentUser()?.authProvider?.config
  const file =
    typeof settings === 'object' && settings !== null && 'tokenFile' in settings ? settings.tokenFile : undefined
  return typeof file === 'string' ? file : undefined
}

function accessOf(load: () => KubeConfig, where: string): Access {
  const config = load()
  const context = config.getContextObject(config.getCurrentContext())
  const server = config.getCurrentCluster()?.server
  if (!context || server === undefined) throw new KubeconfigError(`${where} names no cluster.`)
  return { load, server, context: context.name, namespace: context.namespace ?? null }
}

function readKubeconfig(setting: string, variable: string, contextName: string | undefined): KubeConfig {
  const files = setting.split(path.delimiter).filter(file => file !== '')
  const found = files.length > 1 ? files.filter(file => existsSync(file)) : files
  if (found.length === 0)
    throw new KubeconfigError(`${variable}=${setting}: there is no such file. Give the path of a kubeconfig.`)
  const merged = new KubeConfig()
  for (const file of found) addMissing(merged, readFile(file, variable))
  if (contextName !== undefined) merged.setCurrentContext(contextName)
  const problem = findProblem(merged)
  if (problem !== null) throw new KubeconfigError(`${variable}=${setting}: ${problem}`)
  allowPlainHttp(merged)
  applyEnvironmentProxy(merged)
  return merged
}

function readFile(file: string, variable: string): KubeConfig {
  const fail = (problem: string): never => {
    throw new KubeconfigError(`${variable}: ${file} ${problem}`)
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return fail(unreadable(error))
  }
  if (text.trim() === '') return fail('is empty. Give the path of a kubeconfig.')
  const config = new KubeConfig()
  let files: ReadonlyMap<string, string>
  try {
    config.loadFromString(text)
    config.makePathsAbsolute(path.dirname(path.resolve(file)))
    files = findTokenFiles(parseKubeconfig(text))
  } catch (error) {
    // The library's message may quote the file with a token: only the line is reported.
    return fail(`is not a kubeconfig${lineOf(error)}. Compare it with the output of: kubectl config view`)
  }
  config.users = config.users.map(user => {
    const tokenFile = files.get(user.name)
    const token = tokenFile === undefined ? {} : { token: readToken(file, tokenFile, fail) }
    return { ...user, ...token, ...(isRecord(user.exec) && { exec: resolveCommand(user.exec, file) }) }
  })
  return config
}

/** A relative path of an exec plugin counts from the folder of the kubeconfig; a bare name is searched in PATH (client-go). */
function resolveCommand(exec: Readonly<Record<string, unknown>>, kubeconfig: string): object {
  const { command } = exec
  const isPath = typeof command === 'string' && command.includes('/')
  return isPath ? { ...exec, command: path.resolve(path.dirname(kubeconfig), command) } : exec
}

/** Reads the token file of a kubeconfig, each time the kubeconfig is read, as after a 401. */
function readToken(kubeconfig: string, tokenFile: string, fail: (problem: string) => never): string {
  const file = path.resolve(path.dirname(kubeconfig), tokenFile)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return fail(`names the tokenFile ${file}, which cannot be read.`)
  }
}

function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'does not exist. Give the path of a kubeconfig.'
  if (code === 'EACCES') return 'may not be read by this process. Change its owner or mode.'
  if (code === 'EISDIR') return 'is a folder. Give the path of a kubeconfig file.'
  return 'cannot be read. Give the path of a kubeconfig.'
}

/** js-yaml puts the position into `mark`, counted from 0. */
function lineOf(error: unknown): string {
  const mark: unknown = typeof error === 'object' && error !== null && 'mark' in error ? error.mark : null
  const line = typeof mark === 'object' && mark !== null && 'line' in mark ? mark.line : null
  return typeof line === 'number' ? ` (YAML error in line ${line + 1})` : ''
}

function addMissing(into: KubeConfig, from: KubeConfig): void {
  const absent = (list: readonly { name: string }[]) => (item: { name: string }) =>
    !list.some(has => has.name === item.name)
  into.clusters = [...into.clusters, ...from.clusters.filter(absent(into.clusters))]
  into.users = [...into.users, ...from.users.filter(absent(into.users))]
  into.contexts = [...into.contexts, ...from.contexts.filter(absent(into.contexts))]
  if (!into.currentContext) into.setCurrentContext(from.currentContext)
}

function findProblem(config: KubeConfig): string | null {
  const known = config.contexts.map(each => each.name).join(', ') || 'none'
  const name = config.getCurrentContext()
  if (!name) return `no current-context is set. Contexts in it: ${known}. Choose one with: kubectl config use-context`
  const context = config.getContextObject(name)
  if (!context) return `it has no context "${name}". Contexts in it: ${known}.`
  const cluster = config.getCluster(context.cluster)
  if (!cluster) return `context "${name}" names the cluster "${context.cluster}", which is not in it.`
  const user = config.getUser(context.user)
  if (!user) return `context "${name}" names the user "${context.user ?? ''}", which is not in it.`
  if (!URL.canParse(cluster.server) || !/^https?:/.test(cluster.server)) {
    return `the server of cluster "${cluster.name}" is not an http or https URL.`
  }
  const files = {
    'certificate-authority': cluster.caFile,
    'client-certificate': user.certFile,
    'client-key': user.keyFile,
  }
  for (const [field, file] of Object.entries(files)) {
    if (file && !existsSync(file)) return `${field} is the file ${file}, which does not exist.`
  }
  return null
}

/** The library refuses http unless certificate checks are off; without TLS there is no certificate. */
function allowPlainHttp(config: KubeConfig): void {
  config.clusters = config.clusters.map(each =>
    each.server.startsWith('http:') ? { ...each, skipTLSVerify: true } : each,
  )
}

/** Clusters without `proxy-url` use the proxy of the environment, as in kubectl. */
function applyEnvironmentProxy(config: KubeConfig): void {
  config.clusters = config.clusters.map(each => {
    const proxyUrl =
      each.proxyUrl ?? (URL.canParse(each.server) ? environmentProxy(new URL(each.server), childEnv()) : null)
    if (proxyUrl === null) return each
    if (!each.proxyUrl && !/^(?:https?|socks\w*):\/\/[^/]/.test(proxyUrl))
      throw new KubeconfigError(
        'HTTPS_PROXY is not the address of a proxy. Write it like http://proxy.example.com:3128.',
      )
    return { ...each, proxyUrl }
  })
}

/**
 * Token files by user name: `tokenFile` as kubectl writes it, which the library ignores, or
 * `token-file`, which it reads. `config` is the parsed kubeconfig.
 */
export function findTokenFiles(config: unknown): ReadonlyMap<string, string> {
  const users = isRecord(config) && Array.isArray(config.users) ? config.users : []
  return new Map(
    users.filter(isRecord).flatMap(({ name, user }) => {
      const file = isRecord(user) ? (user.tokenFile ?? user['token-file']) : undefined
      return file === undefined || file === null ? [] : [[String(name), String(file)] as const]
    }),
  )
}

/**
 * Parses a kubeconfig and resolves anchors and merges. Throws the parser's error. Logs no warnings,
 * since those quote the text.
 */
function parseKubeconfig(text: string): unknown {
  return parse(text, { merge: true, logLevel: 'error' })
}

/** Parses untrusted text. The last of repeated keys wins: the check for repeated keys is quadratic. */
export function parseUntrusted(text: string): unknown {
  return parse(text, { merge: true, logLevel: 'error', uniqueKeys: false })
}
