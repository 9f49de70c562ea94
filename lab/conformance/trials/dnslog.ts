import type { Scene, Trials } from '../trial.ts'

/** Calls about the DNS log. */
export const dnsLogTrials = ({ phone }: Scene): Trials => ({
  'GET /plugins/dns/log/config': { good: [['/plugins/dns/log/config']] },
  'PUT /plugins/dns/log/host_privacy_list': {
    good: [['/plugins/dns/log/host_privacy_list', ['192.168.2.102']]],
    refused: {
      400: [
        ['/plugins/dns/log/host_privacy_list', ['phone']],
        ['/plugins/dns/log/host_privacy_list', {}],
        ['/plugins/dns/log/host_privacy_list'],
      ],
    },
    shows: ['/plugins/dns/log/config', { HostPrivacyIPList: ['192.168.2.102'] }],
  },
  'GET /plugins/dns/log/host_privacy_list': { good: [['/plugins/dns/log/host_privacy_list']] },
  'PUT /plugins/dns/log/domain_ignore/{domain}': {
    good: [['/plugins/dns/log/domain_ignore/asdf.com'], ['/plugins/dns/log/domain_ignore/test.com.']],
    refused: { 400: [['/plugins/dns/log/domain_ignore/a..b']] },
    shows: ['/plugins/dns/log/config', { DomainIgnoreList: ['asdf.com', 'test.com.'] }],
  },
  'GET /plugins/dns/log/domain_ignores': { good: [['/plugins/dns/log/domain_ignores']] },
  'DELETE /plugins/dns/log/domain_ignore/{domain}': {
    good: [['/plugins/dns/log/domain_ignore/test.com']],
    refused: { 404: [['/plugins/dns/log/domain_ignore/nowhere.com']] },
  },
  'GET /plugins/dns/log/history/{ip}': {
    good: [[`/plugins/dns/log/history/${phone.ip}`]],
    refused: { 400: [['/plugins/dns/log/history/phone']], 404: [['/plugins/dns/log/history/192.168.2.254']] },
  },
  'DELETE /plugins/dns/log/history/{ip}': {
    good: [[`/plugins/dns/log/history/${phone.ip}`]],
    refused: { 400: [['/plugins/dns/log/history/phone']] },
  },
})
