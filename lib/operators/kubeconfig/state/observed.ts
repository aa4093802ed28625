import type { AccessRule } from '#lib/hap/access/access-rule.ts'
import type { FoundTarget } from '#lib/operators/target/find-target.ts'
import type { IssueRecord, Revocation } from './issue-record.ts'
import type { Wanted } from './wanted-roles.ts'

/** Observed state that decides on the next step of a request. */
export interface Observed {
  readonly request: {
    readonly uid: string
    readonly deleting: boolean
    readonly finalizer: boolean
    readonly rotate: boolean
    readonly revoke: boolean
    /** Seconds. */
    readonly expiration: number
    /**
     * Expiry of the last token for an imported cluster by the status, epoch milliseconds; null =
     * none.
     */
    readonly lastExpiry: number | null
    readonly reported: Reported
  }
  readonly secret: ObservedSecret
  readonly target: FoundTarget
  readonly wanted: Wanted
  /** null = not read in this run. */
  readonly inside: Inside | null
}

/** State that the status repeats from the record, which may be deleted. */
export interface Reported {
  /** A completed revocation with its proof; null = none. */
  readonly revocation: Revocation | null
  /** Expiry of the token of the last issue, epoch milliseconds; null = none by the status. */
  readonly expiresAt: number | null
}

/** The Secret of the kubeconfig, in the namespace of the request. */
export interface ObservedSecret {
  /** null = missing. */
  readonly version: string | null
  /** Whether a Secret of this name belongs to another owner. */
  readonly foreign: boolean
  readonly record: IssueRecord | null
}

/** Objects of the request in its cluster. */
export interface Inside {
  /** Uid of the cluster. */
  readonly cluster: string
  readonly address: string
  /** Existing namespaces among the required ones. */
  readonly namespaces: ReadonlySet<string>
  readonly account: InsideObject | null
  readonly roles: readonly (InsideObject & { readonly rules: readonly AccessRule[] })[]
  /** `sound`: binds the role of the same name to the account only. */
  readonly bindings: readonly (InsideObject & { readonly sound: boolean })[]
  readonly anchors: readonly Anchor[]
}

/** Identity of an object in the cluster. */
export interface InsideObject {
  /** null = cluster-scoped. */
  readonly namespace: string | null
  readonly name: string
  readonly uid: string
  readonly version: string
}

/** The Secret that the token of an issue is bound to. */
export interface Anchor extends InsideObject {
  readonly issue: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}
