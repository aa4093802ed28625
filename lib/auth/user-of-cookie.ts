import { getToken } from 'next-auth/jwt'
import { parseRole } from './roles.ts'
import type { User } from './session.ts'

/** Who sent a request, by its header `cookie`, where nothing else of the request is at hand; null when nobody is signed in. */
export async function userOfCookie(secret: string, cookie: string): Promise<User | null> {
  const { NextRequest } = await import('next/server')
  const token = await getToken({ req: new NextRequest('http://console/', { headers: { cookie } }), secret })
  const role = parseRole(token?.role)
  if (!token?.sub || !token.name || role === null) return null
  return { id: token.sub, name: token.name, role }
}
