import http from 'node:http'
import https from 'node:https'
import type { Credentials } from './credentials.ts'

/** Connections are probed after this idle time, so that a half-open one is noticed by the system. */
const KEEP_ALIVE_PROBE = 15_000

/** Idle connections are closed after this time, before load balancers drop them silently. */
const IDLE_CONNECTION = 30_000

export interface AgentPool {
  /** The agent for these credentials; those of other identities are closed once their requests are done. */
  agentFor(credentials: Credentials): http.Agent
  close(): void
}

/**
 * Connections of one client, reused as long as server, trust and client certificate stay the same. Our own rather than the
 * library's, whose agent opens a connection per request and keeps the first certificate for ever.
 */
export function createAgentPool(maxSockets: number): AgentPool {
  let key = ''
  let agent: http.Agent | null = null
  const close = () => {
    agent?.destroy()
    agent = null
  }
  return {
    agentFor(credentials) {
      if (agent !== null && key === credentials.connectionKey) return agent
      const retired = agent
      key = credentials.connectionKey
      agent = createAgent(credentials, maxSockets)
      if (retired !== null) retire(retired)
      return agent
    },
    close,
  }
}

function createAgent(credentials: Credentials, maxSockets: number): http.Agent {
  const { server, tls, libraryAgent, connectionKey } = credentials
  const proxy = credentials.proxy?.reveal() ?? null
  if (proxy?.startsWith('socks') && libraryAgent !== null) return libraryAgent.reveal()
  const options: http.AgentOptions = {
    keepAlive: true,
    keepAliveMsecs: KEEP_ALIVE_PROBE,
    maxSockets,
    timeout: IDLE_CONNECTION,
    scheduling: 'lifo',
  }
  if (proxy !== null) Object.assign(options, { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } })
  if (server.protocol === 'http:') return new http.Agent(options)
  const agent = new https.Agent({ ...options, ...tls.reveal() })
  // Node's own names of connections hold certificate and key, and the engine remembers the last one long after the agent is gone.
  agent.getName = () => connectionKey
  return agent
}

/** Closes idle connections now; busy ones end with their request. */
function retire(agent: http.Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  agent.maxFreeSockets = 0
}
