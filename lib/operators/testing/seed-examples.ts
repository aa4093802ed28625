import { parse } from 'yaml'
import type { JsonObject } from '#embedded-garden/json.ts'

/** The Cluster of seed 004; its selector is one text, and a condition has a status in words. */
export function seedCluster(): JsonObject {
  return parse(`
apiVersion: operator.kyma-project.io/v1alpha1
kind: Cluster
metadata:
    name: example-cluster
    namespace: cluster-operator
    labels:
        plan: "trial"
        globalaccountid: "abcd-0001"
        subaccountid: "abcd-0001"
        instanceid: "abcd-0001"
spec:
    core:
        purpose: "Production"
        region: "eu-central-1"
    extensions:
        shootNetworkingFilterDisabled: true
    oidcConfig:
        clientID: "asdf"
        groupsClaim: "asdf"
        issuerURL: "asdf"
        signingAlgs: ["adsf"]
        usernameClaim: "asdf"
        usernamePrefix: "asdf"
    infrastructure:
        machineType: "m5.2xlarge"
        autoScalerMin: 5
        autoScalerMax: 5
        provider: aws
        numberOfZones: 3
        subscriptionSelector: "globalaccount:abcd-0001 || shared"
    administrators: ["user.id@sap.com", "other.id@sap.com"]
status:
    conditions:
        - type: ClusterProvisioned
          status: "True"
          lastTransitionTime: "timestamp"
          lastUpdateTime: "timestamp"
          reason: "reason"
          message: "cluster running"
`)
}

/** The SubscriptionRequest of seed 004. */
export function seedSubscriptionRequest(): JsonObject {
  return parse(`
apiVersion: control-plane.kyma-project.io/v1alpha1
kind: SubscriptionRequest
metadata:
    name: subscription-request
    namespace: cluster-operator
spec:
    provider: aws
    subscriptionSelector: "abcd-0001"
status:
    gardenerSecretName: subscription-secret
`)
}

/** The KubeconfigRequest of seed 004; its annotations are texts. */
export function seedKubeconfigRequest(): JsonObject {
  return parse(`
apiVersion: operator.kyma-project.io/v1alpha1
kind: KubeconfigRequest
metadata:
    name: example-cluster.compass-operator
    namespace: default
    annotations:
        operator.kyma-project.io/rotate: "false"
        operator.kyma-project.io/revoke: "false"
spec:
    cluster: example-cluster
    clusterRole:
        rules:
        - apiGroups: ["application-connector.kyma-project.io/v1alpha1"]
          resources: ["Application"]
          verbs: ["create", "get", "watch", "update", "delete"]
    role:
        namespace: "compass-system"
        rules:
        - apiGroups: ["*"]
          resources: ["Secret"]
          verbs: ["create", "get", "update", "delete"]
    expiration: 3600
status:
    expirationTimestamp: "2022-08-23T07:05:21Z"
    kubeconfig: "LS0tLS1..."
`)
}
