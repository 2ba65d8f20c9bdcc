{{- define "waymark.name" -}}{{ printf "%s-waymark" .Release.Name | trunc 52 | trimSuffix "-" }}{{- end }}
{{- define "waymark.labels" -}}
app.kubernetes.io/name: waymark
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- define "waymark.select" -}}
app.kubernetes.io/name: waymark
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "waymark.databaseSecret" -}}
{{ .Values.existingDatabaseSecret | default (printf "%s-database" (include "waymark.name" .)) }}
{{- end }}
{{- define "waymark.settings" -}}
{{- $settings := deepCopy .Values.settings }}
{{- if and .Values.ingress.enabled (not (index $settings "PUBLIC_URL")) }}
{{- $scheme := ternary "http" "https" (empty .Values.ingress.tls) }}
{{- $_ := set $settings "PUBLIC_URL" (printf "%s://%s" $scheme .Values.ingress.host) }}
{{- end }}
{{- toYaml $settings }}
{{- end }}
