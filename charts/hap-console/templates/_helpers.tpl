{{- define "hap.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else if contains (default .Chart.Name .Values.nameOverride) .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (default .Chart.Name .Values.nameOverride) | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "hap.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "hap.labels" -}}
{{ include "hap.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "hap.host" -}}
{{- (urlParse .Values.url).host | splitList ":" | first -}}
{{- end -}}

{{/* The port of an address. */}}
{{- define "hap.portOf" -}}
{{- $url := urlParse . -}}
{{- regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default (ternary "80" "443" (eq $url.scheme "http")) -}}
{{- end -}}

{{- define "hap.hasFiles" -}}
{{- if or .Values.files.rules .Values.files.plans .Values.files.multiAccount -}}true{{- end -}}
{{- end -}}

{{/* The Deployments of the release, by component: their roles, replicas, resources and kubeconfig. */}}
{{- define "hap.components" -}}
{{- $web := dict "component" "web" "name" (include "hap.fullname" .) "replicas" .Values.web.replicas "resources" .Values.web.resources "kubeconfig" .Values.gardener.kubeconfigSecret "pages" true -}}
{{- if not .Values.operators.enabled -}}
{{- list (merge (dict "roles" "web" "operates" false) $web) | toJson -}}
{{- else if not .Values.apart -}}
{{- list (merge (dict "roles" "web,operators" "operates" true) $web) | toJson -}}
{{- else -}}
{{- $operators := dict "component" "operators" "name" (printf "%s-operators" (include "hap.fullname" .)) "roles" "operators" "replicas" .Values.operators.replicas "resources" .Values.operators.resources "kubeconfig" (default .Values.gardener.kubeconfigSecret .Values.operators.kubeconfigSecret) "pages" false "operates" true -}}
{{- list (merge (dict "roles" "web" "operates" false) $web) $operators | toJson -}}
{{- end -}}
{{- end -}}
