import { createHash } from 'node:crypto'
import type { OidcConfig } from '#lib/operators/api/cluster.ts'

/** Of the ConfigMap that a shoot's structuredAuthentication names; it lies beside the shoot (Gardener). */
const CONFIG_KEY = 'config.yaml'

/** Name of the ConfigMap, as Kyma's infrastructure manager calls it. */
export function authenticationName(shoot: string): string {
  return `structured-auth-config-${shoot}`
}

/** Whoever names people and groups at the issuer would else name somebody `system:masters`, who may do everything and whom no role stops. */
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
 * Content of the ConfigMap. Shoots have no OIDC fields of their own any more (Gardener 1.150), so that the seed's are translated to
 * the API server's structured authentication, with the prefix its former flags put before names.
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
  // JSON is YAML.
  return { [CONFIG_KEY]: `${JSON.stringify(configuration, null, 2)}\n` }
}

/** Tells one content of the ConfigMap from another. */
export function authenticationHash(oidc: OidcConfig): string {
  return createHash('sha256')
    .update(JSON.stringify(authenticationData(oidc)))
    .digest('hex')
    .slice(0, 16)
}

/** As the flag --oidc-username-prefix: `-` is none; by default the issuer's URL, unless names are e-mail addresses. */
function usernamePrefix({ usernamePrefix: prefix, usernameClaim, issuerURL }: OidcConfig): string {
  if (prefix === '-') return ''
  if (prefix !== undefined && prefix !== '') return prefix
  return usernameClaim === 'email' ? '' : `${issuerURL}#`
}

/** What of the configuration cannot be kept, as a sentence; null when all of it is. */
export function authenticationNote({ signingAlgs = [] }: OidcConfig): string | null {
  if (signingAlgs.length === 0) return null
  return 'signingAlgs is not applied: with structured authentication the API server accepts every asymmetric algorithm.'
}
