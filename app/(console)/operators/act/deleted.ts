import type { OperatorList } from '#app/data/operator-queries.ts'
import type { Role } from '#lib/auth/roles.ts'
import type { DeletionOffer, ObjectDetail } from '#lib/queries/operators/object-detail.ts'
import type { Person } from '../../person.ts'

/** What is to be deleted, and by whom. */
export interface Deleted {
  readonly list: OperatorList
  /** `Cluster` */
  readonly what: string
  readonly name: string
  /** May change while the dialog is open. */
  readonly detail: ObjectDetail & { readonly deletion: DeletionOffer }
  readonly person: Person
  readonly neededRole: Role
  /** Why they have to sign in again before they delete what cannot be had again, a sentence; null when they need not. */
  readonly signIn: string | null
  /** Address of the page with the dialog open. */
  readonly href: string
}
