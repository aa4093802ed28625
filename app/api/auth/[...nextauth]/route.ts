import NextAuth from 'next-auth'
import { runtime } from '#lib/runtime.ts'

interface AuthContext {
  params: Promise<{ nextauth: string[] }>
}

// The options exist once the runtime has started, which is after this file was loaded.
const handle = (request: Request, context: AuthContext) => NextAuth(runtime().auth)(request, context)

export { handle as GET, handle as POST }
