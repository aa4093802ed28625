import { randomBytes } from 'node:crypto'
import { MASTERS, type User } from './user.ts'

/** Users for whom the garden writes a kubeconfig. */
export type Persona = 'admin' | 'viewer' | 'operator'

export const PERSONAS: readonly Persona[] = ['admin', 'viewer', 'operator']

/** Groups to which the ClusterRoles of the personas are bound. */
export const VIEWERS = 'garden:viewers'
export const OPERATORS = 'garden:operators'

export interface TokenUser {
  readonly token: string
  readonly user: User
}

const USERS: Readonly<Record<Persona, User>> = {
  admin: { name: 'admin', uid: '1', groups: [MASTERS] },
  viewer: { name: 'viewer', uid: '2', groups: [VIEWERS] },
  operator: { name: 'operator', uid: '3', groups: [OPERATORS] },
}

/** Creates the three users; a persona without a given token gets a random one of 192 bits. */
export function createPersonas(tokens: Partial<Record<Persona, string>> = {}): Record<Persona, TokenUser> {
  const persona = (name: Persona): TokenUser => ({
    token: tokens[name] ?? randomBytes(24).toString('base64url'),
    user: USERS[name],
  })
  return { admin: persona('admin'), viewer: persona('viewer'), operator: persona('operator') }
}
