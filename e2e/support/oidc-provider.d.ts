/** The part of the package that tests use; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Context {
    body: unknown
    type: string
    readonly status: number
    set(header: string, value: string): void
    oidc?: {
      route?: string
      client?: { clientId: string }
      session?: { accountId?: string }
      params?: { scope?: string }
    }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    proxy: boolean
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ prompt: { name: string } }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default Provider
}
