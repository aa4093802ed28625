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
    describe: () => 'Issues a new kubeconfig into the same Secret. The previous one remains valid for 5 minutes.',
    done: 'Rotation requested.',
  },
  revoke: {
    label: 'Revoke',
    dangerous: true,
    describe: ({ row }) =>
      `Deletes the roles, token and service account in ${row.cluster.name} and verifies that the old token is rejected. This is permanent: new access needs a new request.`,
    done: 'Revocation requested.',
  },
  download: {
    label: 'Download',
    dangerous: true,
    describe: ({ row }) =>
      `Anyone with this file has these permissions${row.expiresAt === null ? '' : ` until ${formatExact(row.expiresAt)}`}. The download is recorded.`,
    done: 'Kubeconfig downloaded.',
  },
  delete: {
    label: 'Delete',
    dangerous: true,
    describe: ({ row }) =>
      `Revokes the access in ${row.cluster.name}, then deletes the Secret with the kubeconfig and the request itself.`,
    done: 'Deletion requested.',
  },
}
