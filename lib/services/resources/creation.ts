import type { z } from 'zod'
import type { Role } from '#lib/auth/roles.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import type { ResourceVerb } from '#lib/hap/audit/target.ts'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'

/** What every order of a new object says. */
export interface Ordered {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
  readonly spec: object
  readonly reason: string
  readonly ticket: string | null
}

/** How objects of one kind are made. */
export interface Creation<Order extends Ordered> {
  readonly verb: Extract<ResourceVerb, `create-${string}`>
  readonly kind: 'Cluster' | 'SubscriptionRequest'
  readonly resource: Resource
  readonly input: z.ZodType<Order>
  /** The role that this very order needs. */
  neededRole(order: Order): Role
  /** Whether this very order gives somebody access to a cluster. */
  grantsAccess(order: Order): boolean
  /** Whom it is for; null for nobody in particular. */
  globalAccount(order: Order): string | null
  /** What no schema says. */
  validate(order: Order): readonly FieldProblem[]
}

/** An object as it is sent. */
export interface Manifest extends KubeObject {
  readonly spec: object
}
