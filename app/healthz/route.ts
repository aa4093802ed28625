/** Whether the process answers at all. */
export function GET(): Response {
  return new Response('ok\n', { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } })
}
