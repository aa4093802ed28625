import type { AccessRule } from '#lib/hap/access/access-rule.ts'
import type { FoundTarget } from '#lib/operators/target/find-target.ts'
import type { IssueRecord, Revocation } from './issue-record.ts'
import type { Wanted } from './wanted-roles.ts'

/** All that decides what is done next for a request. */
export interface Observed {
  readonly request: {
    readonly uid: string
    readonly deleting: boolean
    readonly finalizer: boolean
    readonly rotate: boolean
    readonly revoke: boolean
    /** Seconds. */
    readonly expiration: number
    /** What its status says of the last token for a cluster that was brought: when it expires, epoch ms. null = nothing. */
    readonly lastExpiry: number | null
    readonly reported: Reported
  }
  readonly secret: ObservedSecret
  readonly target: FoundTarget
  readonly wanted: Wanted
  /** null = nobody went there in this run. */
  readonly inside: Inside | null
}

/** What the status still says of a record that somebody may have deleted. */
export interface Reported {
  /** One that came to its end, with its proof. null = none did. */
  readonly revocation: Revocation | null
  /** When the token of the last issue expires, epoch ms. null = nothing was issued, as far as it says. */
  readonly expiresAt: number | null
}

/** The Secret of the kubeconfig, in the namespace of the request. */
export interface ObservedSecret {
  /** null = there is none. */
  readonly version: string | null
  /** One of this name belongs to somebody else. */
  readonly foreign: boolean
  readonly record: IssueRecord | null
}

/** What there is for the request in its cluster. */
export interface Inside {
  /** uid of the cluster. */
  readonly cluster: string
  readonly address: string
  /** The namespaces that have to be there, those that are. */
  readonly namespaces: ReadonlySet<string>
  readonly account: InsideObject | null
  readonly roles: readonly (InsideObject & { readonly rules: readonly AccessRule[] })[]
  /** `sound`: of the role of its own name, for the account alone. */
  readonly bindings: readonly (InsideObject & { readonly sound: boolean })[]
  readonly anchors: readonly Anchor[]
}

export interface InsideObject {
  /** null = cluster-scoped. */
  readonly namespace: string | null
  readonly name: string
  readonly uid: string
  readonly version: string
}

/** The Secret an issue's token lives and dies with. */
export interface Anchor extends InsideObject {
  readonly issue: number
  /** Epoch ms. */
  readonly createdAt: number
}
