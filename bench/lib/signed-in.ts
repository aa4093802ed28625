import { request } from '@playwright/test'
import { signInByRequest } from '../../e2e/support/sign-in.ts'

/** Makes `fetch` use this console with a session, because the browser's code uses addresses without a host. */
export async function fetchAsViewer(url: string): Promise<void> {
  const context = await request.newContext({ baseURL: url })
  const cookies = await signInByRequest(context, 'viewer')
  await context.dispose()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const plain = globalThis.fetch
  globalThis.fetch = (address, init) =>
    plain(new URL(String(address), url), { ...init, headers: { ...init?.headers, cookie } })
}
