import type { Trials } from '../trial.ts'

const domainOverride = {
  Type: 'permit',
  Domain: 'example.com',
  ResultIP: '1.2.3.4',
  ClientIP: '192.168.2.102',
  Expiration: 0,
}

/** Calls about DNS blocking. */
export const dnsBlockTrials: Trials = {
  'PUT /plugins/dns/block/override': {
    good: [
      ['/plugins/dns/block/override', domainOverride],
      ['/plugins/dns/block/override', { ...domainOverride, Type: 'block', Domain: 'asdf.com', ClientIP: '*' }],
    ],
    refused: {
      400: [
        ['/plugins/dns/block/override', { ...domainOverride, Type: 'allow' }],
        ['/plugins/dns/block/override', { ...domainOverride, ResultIP: '1.2.3' }],
        ['/plugins/dns/block/override'],
      ],
    },
    shows: ['/plugins/dns/block/config', { BlockDomains: [{ Type: 'block', Domain: 'asdf.com.', ClientIP: '*' }] }],
  },
  'GET /plugins/dns/block/config': { good: [['/plugins/dns/block/config']] },
  'DELETE /plugins/dns/block/override': {
    good: [['/plugins/dns/block/override', domainOverride]],
    refused: {
      400: [['/plugins/dns/block/override']],
      404: [['/plugins/dns/block/override', { ...domainOverride, Domain: 'nowhere.com' }]],
    },
    shows: ['/plugins/dns/block/config', { PermitDomains: [] }],
  },
  'PUT /plugins/dns/block/blocklist': {
    good: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/', Enabled: false }]],
    refused: {
      400: [['/plugins/dns/block/blocklist', { URI: 'asdf', Enabled: true }], ['/plugins/dns/block/blocklist']],
    },
    shows: ['/plugins/dns/block/blocklist', [{ URI: 'http://asdf.com/', Enabled: false }]],
  },
  'GET /plugins/dns/block/blocklist': { good: [['/plugins/dns/block/blocklist']] },
  'DELETE /plugins/dns/block/blocklist': {
    given: [['PUT', '/plugins/dns/block/blocklist', { URI: 'http://asdf.com/other', Enabled: false }]],
    good: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/', Enabled: false }]],
    refused: {
      400: [['/plugins/dns/block/blocklist']],
      404: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/nowhere' }]],
    },
    shows: ['/plugins/dns/block/blocklist', [{ URI: 'http://asdf.com/other' }]],
  },
  'PUT /plugins/dns/block/exclusions': {
    good: [
      ['/plugins/dns/block/exclusions', '192.168.2.102'],
      ['/plugins/dns/block/exclusions', '192.168.2.112'],
    ],
    refused: { 400: [['/plugins/dns/block/exclusions', 'phone'], ['/plugins/dns/block/exclusions']] },
    shows: ['/plugins/dns/block/config', { ClientIPExclusions: ['192.168.2.102', '192.168.2.112'] }],
  },
  'GET /plugins/dns/block/exclusions': { good: [['/plugins/dns/block/exclusions']] },
  'DELETE /plugins/dns/block/exclusions': {
    good: [['/plugins/dns/block/exclusions', '192.168.2.102']],
    refused: { 400: [['/plugins/dns/block/exclusions', '192.168.2.254'], ['/plugins/dns/block/exclusions']] },
    shows: ['/plugins/dns/block/exclusions', ['192.168.2.112']],
  },
  'GET /plugins/dns/block/dump_domains': { good: [['/plugins/dns/block/dump_domains']], nothingThere: true },
  'GET /plugins/dns/block/metrics': { good: [['/plugins/dns/block/metrics']] },
}
