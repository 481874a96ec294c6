// The operator's settings of incoming mail.

export interface IncomingMailSettings {
  /** LMTP for a mail server in front, which asks for a reply for each recipient. */
  readonly protocol: 'smtp' | 'lmtp';
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** The domain of addresses, in lower case; null for the host name of each organization. */
  readonly domain: string | null;
  /** Milliseconds that differ from the usual ones; set only by tests. */
  readonly idle_ms?: number;
  readonly session_ms?: number;
}

export interface IncomingMailConfig {
  /** Null: this server receives no mail. */
  readonly incoming_mail: IncomingMailSettings | null;
}
