import type { Scene, Trials } from '../trial.ts'

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
    shows: ['/plugins/dns/block/config', { BlockDomains: [{ Type: 'block', Domain: 'asdf.com.', ClientIP: '*' }] }],
  },
  'GET /plugins/dns/block/config': { good: [['/plugins/dns/block/config']] },
  'DELETE /plugins/dns/block/override': {
    good: [['/plugins/dns/block/override', domainOverride]],
    shows: ['/plugins/dns/block/config', { PermitDomains: [] }],
  },
  'PUT /plugins/dns/block/blocklist': {
    good: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/', Enabled: false }]],
    shows: ['/plugins/dns/block/blocklist', [{ URI: 'http://asdf.com/', Enabled: false }]],
  },
  'GET /plugins/dns/block/blocklist': { good: [['/plugins/dns/block/blocklist']] },
  'DELETE /plugins/dns/block/blocklist': {
    given: [['PUT', '/plugins/dns/block/blocklist', { URI: 'http://asdf.com/other', Enabled: false }]],
    good: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/', Enabled: false }]],
    shows: ['/plugins/dns/block/blocklist', [{ URI: 'http://asdf.com/other' }]],
  },
  'PUT /plugins/dns/block/exclusions': {
    good: [
      ['/plugins/dns/block/exclusions', '192.168.2.102'],
      ['/plugins/dns/block/exclusions', '192.168.2.112'],
    ],
    shows: ['/plugins/dns/block/config', { ClientIPExclusions: ['192.168.2.102', '192.168.2.112'] }],
  },
  'GET /plugins/dns/block/exclusions': { good: [['/plugins/dns/block/exclusions']] },
  'DELETE /plugins/dns/block/exclusions': {
    good: [['/plugins/dns/block/exclusions', '192.168.2.102']],
    shows: ['/plugins/dns/block/exclusions', ['192.168.2.112']],
  },
  'GET /plugins/dns/block/dump_domains': { good: [['/plugins/dns/block/dump_domains']], nothingThere: true },
  'GET /plugins/dns/block/metrics': { good: [['/plugins/dns/block/metrics']] },
}

/** Calls about the DNS log. */
export const dnsLogTrials = ({ phone }: Scene): Trials => ({
  'GET /plugins/dns/log/config': { good: [['/plugins/dns/log/config']] },
  'PUT /plugins/dns/log/host_privacy_list': {
    good: [['/plugins/dns/log/host_privacy_list', ['192.168.2.102']]],
    shows: ['/plugins/dns/log/config', { HostPrivacyIPList: ['192.168.2.102'] }],
  },
  'GET /plugins/dns/log/host_privacy_list': { good: [['/plugins/dns/log/host_privacy_list']] },
  'PUT /plugins/dns/log/domain_ignore/{domain}': {
    good: [['/plugins/dns/log/domain_ignore/asdf.com'], ['/plugins/dns/log/domain_ignore/test.com.']],
    shows: ['/plugins/dns/log/config', { DomainIgnoreList: ['asdf.com', 'test.com.'] }],
  },
  'GET /plugins/dns/log/domain_ignores': { good: [['/plugins/dns/log/domain_ignores']] },
  'DELETE /plugins/dns/log/domain_ignore/{domain}': { good: [['/plugins/dns/log/domain_ignore/test.com']] },
  'GET /plugins/dns/log/history/{ip}': { good: [[`/plugins/dns/log/history/${phone.ip}`]] },
  'DELETE /plugins/dns/log/history/{ip}': { good: [[`/plugins/dns/log/history/${phone.ip}`]] },
})
