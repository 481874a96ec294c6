{{- define "stoa.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}-stoa
{{- end }}

{{- define "stoa.selector" -}}
app.kubernetes.io/name: stoa
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "stoa.labels" -}}
{{ include "stoa.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* What would lose data or never start is refused here. */ -}}
{{- define "stoa.check" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.secrets.database) }}
{{- fail "Several replicas need PostgreSQL: name a Secret in secrets.database" }}
{{- end }}
{{- if and (gt (int .Values.replicas) 1) (not .Values.secrets.secret) }}
{{- fail "Several replicas share the secret that API keys are derived from: name a Secret in secrets.secret" }}
{{- end }}
{{- if and (gt (int .Values.replicas) 1) (not .Values.settings.s3_endpoint) }}
{{- fail "Several replicas need a bucket for uploaded files: settings.s3_endpoint and settings.s3_bucket" }}
{{- end }}
{{- if and .Values.incomingMail.enabled (not .Values.incomingMail.domain) }}
{{- fail "Mail into channels needs a domain: incomingMail.domain" }}
{{- end }}
{{- if and .Values.incomingMail.enabled (or .Values.settings.incoming_mail .Values.settings.incoming_mail_domain) }}
{{- fail "Mail into channels is set twice: remove incoming_mail and incoming_mail_domain from settings" }}
{{- end }}
{{- end }}
