import { get, put } from '../operation.ts'
import { ResolverHealth } from './health.ts'
import { GivenSettings, ShownSettings } from './revision.ts'
import { untested } from './settings.ts'

const tag = 'network'

export const dns = {
  getDnsSettings: get('/dnsSettings', { roles: ['viewer'], summary: 'Upstream resolvers', tag, reply: ShownSettings }),
  getDnsHealth: get('/dnsSettings/health', {
    roles: ['viewer'],
    summary: 'Health of the upstream resolvers',
    description: 'At most about a second old. The event `dns:health` is sent when `Healthy` changes.',
    tag,
    reply: ResolverHealth,
  }),
  updateDnsSettings: put('/dnsSettings', {
    summary: 'Change the upstream resolvers',
    description:
      'Set UpstreamTLSHost, UpstreamIPAddress and TlsDisable for a single provider, or lists of providers. Each query ' +
      'is sent to a random healthy provider. The single fields are the first entry of the list, in requests and in ' +
      'answers. A TLS host such as dns.quad9.net is queried over TLS (port 853); a URL such as ' +
      'https://dns.quad9.net/dns-query over HTTPS. In both cases the router connects to IPAddress, so no name has to ' +
      'be resolved first. A new provider is sent a test query before it is saved, and is refused with the reason if it ' +
      'does not answer; before setup, providers are not tested.',
    tag,
    query: untested,
    body: GivenSettings.meta({
      example: { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9', TlsDisable: false },
    }),
    reply: ShownSettings,
    errors: {
      400:
        'An invalid address, a host name without TLS, a missing or invalid host name with TLS, a missing field, or a ' +
        'provider that does not answer',
    },
  }),
}
