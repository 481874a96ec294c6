// Payloads of Thinkst Canary, reduced from real ones.

const CANARY = {
  AlertType: 'CanaryIncident',
  CanaryName: 'pump-room',
  CanaryIP: '192.0.2.1',
  CanaryPort: 445,
  CanaryLocation: 'Hall North',
  Description: 'Shared File Opened',
  Intro: 'Shared File Opened has been detected against one of your Canaries (pump-room) at 192.0.2.1.',
  IncidentHash: 'a7bb317ba2072415',
  SourceIP: '192.0.2.7',
  ReverseDNS: '',
  Timestamp: '2026-01-02 03:04:05 (UTC)',
};

export const THINKST = {
  'opened file': {
    ...CANARY,
    AdditionalDetails: [
      ['User', 'guest'],
      ['Filename', 'secret/pump.doc'],
      ['Additional Information', 'The file was opened before.\n\nIt was opened twice.'],
    ],
  },
  'port scan': {
    ...CANARY,
    CanaryName: null,
    CanaryIP: 'N/A',
    CanaryPort: 'N/A',
    CanaryLocation: null,
    Description: 'Consolidated Network Port Scan',
    Intro: 'A port scan has been detected against several of your Canaries.',
    ReverseDNS: 'attacker.example',
    AdditionalDetails: [['Ports', [443, 80]]],
  },
  canarytoken: {
    AlertType: 'CanarytokenIncident',
    Description: 'Remote Web Image',
    Intro: 'A Remote Web Image Canarytoken has been triggered over web-image by the source IP 192.0.2.7.',
    IncidentHash: '533395067f6d655c',
    Reminder: 'Picture of the pump',
    Timestamp: '2026-01-02 03:04:05 (UTC)',
    Token: 'ew5n8gqtb82m4uegrttarn2zu',
    Triggered: 37,
    AdditionalDetails: [
      ['User-Agent', 'Mozilla/5.0'],
      ['Dst Port', 80],
    ],
  },
  'canary with details of other forms': {
    AlertType: 'CanaryIncident',
    Intro: 'SSH Login Attempt has been detected.',
    CanaryName: 'pump',
    CanaryPort: '22',
    AdditionalDetails: [['Browser', { name: 'curl' }], ['Ports', [21, 22]], null, ['Password', null]],
  },
};
