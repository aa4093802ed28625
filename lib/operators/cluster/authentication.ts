import { createHash } from 'node:crypto'
import type { OidcConfig } from '#lib/operators/api/cluster.ts'

/** Key in the ConfigMap of a shoot's structuredAuthentication, in the shoot's namespace (Gardener). */
const CONFIG_KEY = 'config.yaml'

/** Name of the ConfigMap, as in Kyma's infrastructure manager. */
export function authenticationName(shoot: string): string {
  return `structured-auth-config-${shoot}`
}

/** Prevents the issuer from naming a user or group `system:masters`, which bypasses all roles. */
const OF_KUBERNETES = [
  {
    expression: "!user.username.startsWith('system:')",
    message: 'names of users that begin with system: belong to Kubernetes',
  },
  {
    expression: "user.groups.all(group, !group.startsWith('system:'))",
    message: 'names of groups that begin with system: belong to Kubernetes',
  },
]

/**
 * Content of the ConfigMap. Shoots lost their OIDC fields (Gardener 1.150), so the seed's fields
 * become structured authentication with the prefixes of the former flags.
 */
export function authenticationData(oidc: OidcConfig): Readonly<Record<string, string>> {
  const configuration = {
    apiVersion: 'apiserver.config.k8s.io/v1beta1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: { url: oidc.issuerURL, audiences: [oidc.clientID] },
        claimMappings: {
          username: { claim: oidc.usernameClaim ?? 'sub', prefix: usernamePrefix(oidc) },
          ...(oidc.groupsClaim !== undefined && {
            groups: { claim: oidc.groupsClaim, prefix: '' },
          }),
        },
        userValidationRules: OF_KUBERNETES,
      },
    ],
  }
  // JSON is valid YAML.
  return { [CONFIG_KEY]: `${JSON.stringify(configuration, null, 2)}\n` }
}

/** Hash of the content of the ConfigMap. */
export function authenticationHash(oidc: OidcConfig): string {
  return createHash('sha256')
    .update(JSON.stringify(authenticationData(oidc)))
    .digest('hex')
    .slice(0, 16)
}

/**
 * As the flag --oidc-username-prefix: `-` means none; default: the issuer's URL, except for e-mail
 * addresses.
 */
function usernamePrefix({ usernamePrefix: prefix, usernameClaim, issuerURL }: OidcConfig): string {
  if (prefix === '-') return ''
  if (prefix !== undefined && prefix !== '') return prefix
  return usernameClaim === 'email' ? '' : `${issuerURL}#`
}

/** Part of the configuration that cannot be applied, as a sentence; null when all is applied. */
export function authenticationNote({ signingAlgs = [] }: OidcConfig): string | null {
  if (signingAlgs.length === 0) return null
  return 'signingAlgs is not applied: with structured authentication the API server accepts every asymmetric algorithm.'
}
