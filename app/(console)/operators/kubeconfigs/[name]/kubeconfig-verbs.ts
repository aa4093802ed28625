import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { formatExact } from '#lib/util/format.ts'

/** Verb that a person can use on a request. */
export type KubeconfigVerb = keyof KubeconfigDetail['obstacles']

interface VerbText {
  readonly label: string
  readonly dangerous: boolean
  /** Describes the effect and its limits. */
  describe(detail: KubeconfigDetail): string
  /** Toast after success. */
  readonly done: string
}

/** Texts of each verb, in the order of the menu. */
export const KUBECONFIG_VERBS: Readonly<Record<KubeconfigVerb, VerbText>> = {
  rotate: {
    label: 'Rotate',
    dangerous: false,
    describe: () => 'Issues another kubeconfig into the same Secret now. The one before works for 5 more minutes.',
    done: 'Its rotation was asked for.',
  },
  revoke: {
    label: 'Revoke',
    dangerous: true,
    describe: ({ row }) =>
      `Takes roles, token and account away in ${row.cluster.name}, then tries the old token until the cluster refuses it. It is for good: new access needs a new request.`,
    done: 'Its revocation was asked for.',
  },
  download: {
    label: 'Download',
    dangerous: true,
    describe: ({ row }) =>
      `Whoever has the file may do what the rules say${row.expiresAt === null ? '' : ` until ${formatExact(row.expiresAt)}`}. The download is recorded; where the file goes is not.`,
    done: 'Its kubeconfig was downloaded.',
  },
  delete: {
    label: 'Delete',
    dangerous: true,
    describe: ({ row }) =>
      `Takes the access away in ${row.cluster.name}, then deletes the Secret with the kubeconfig and the request itself.`,
    done: 'Its deletion was asked for.',
  },
}
