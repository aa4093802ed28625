{{- define "hap.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end -}}

{{/* A setting as text: YAML 1.1 reads on and off as booleans, and whole numbers arrive as floats. */}}
{{- define "hap.text" -}}
{{- if kindIs "bool" . }}{{ ternary "on" "off" . }}{{ else if kindIs "string" . }}{{ . }}{{ else }}{{ . | int64 }}{{ end -}}
{{- end -}}

{{/* Settings of the chart itself. `settings` adds others and must not contain any of these. */}}
{{- define "hap.env" -}}
{{- $values := .root.Values -}}
- {name: HOST, value: {{ $values.host | quote }}}
- {name: PORT, value: "3000"}
- {name: DATA_DIR, value: /var/lib/hap-console}
- {name: HAP_URL, value: {{ $values.url | quote }}}
- {name: HAP_ROLES, value: {{ .component.roles | quote }}}
- {name: HAP_DRAIN_SECONDS, value: {{ $values.shutdown.drainSeconds | quote }}}
- {name: KUBECONFIG, value: /etc/hap-console/gardener/kubeconfig}
- {name: HAP_NAMESPACE, value: {{ $values.gardener.namespace | quote }}}
{{- with $values.gardener.rbac.rulesConfigMap }}
- {name: HAP_RULES_CONFIGMAP, value: {{ . | quote }}}
{{- end }}
{{- if $values.controlPlane.enabled }}
- {name: HAP_KCP_KUBECONFIG, value: /etc/hap-console/control-plane/kubeconfig}
- {name: HAP_KCP_NAMESPACE, value: {{ $values.controlPlane.namespace | quote }}}
- {name: HAP_KEB_CONFIGMAP, value: {{ $values.controlPlane.kebConfigMap | quote }}}
{{- end }}
{{- if $values.metrics.enabled }}
- {name: HAP_METRICS_PORT, value: {{ $values.metrics.port | quote }}}
{{- end }}
{{- if $values.files.rules }}
- {name: HAP_RULES_FILE, value: /etc/hap-console/files/rules.yaml}
{{- end }}
{{- if $values.files.plans }}
- {name: HAP_PLANS_FILE, value: /etc/hap-console/files/plans.yaml}
{{- end }}
{{- if $values.files.multiAccount }}
- {name: HAP_MULTI_ACCOUNT_FILE, value: /etc/hap-console/files/multi-account.yaml}
{{- end }}
{{- range $name, $value := $values.settings }}
- {name: {{ $name }}, value: {{ include "hap.text" $value | quote }}}
{{- end }}
{{- with $values.proxy.url }}
- {name: HTTPS_PROXY, value: {{ . | quote }}}
- {name: NO_PROXY, value: {{ $values.proxy.except | quote }}}
- {name: NODE_USE_ENV_PROXY, value: "1"}
{{- end }}
{{- if $values.extraCa.configMap }}
- {name: NODE_EXTRA_CA_CERTS, value: {{ printf "/etc/hap-console/ca/%s" $values.extraCa.key | quote }}}
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- range $values.secretSettings }}
- name: {{ . | quote }}
  valueFrom:
    secretKeyRef: {name: {{ $values.existingSecret | quote }}, key: {{ . | quote }}}
{{- end }}
{{- end -}}

{{/* Mounts of extraCa and extraVolumes, which DATABASE_URL may refer to, too. */}}
{{- define "hap.extraMounts" -}}
{{- if .Values.extraCa.configMap }}
- {name: extra-ca, mountPath: /etc/hap-console/ca, readOnly: true}
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}
