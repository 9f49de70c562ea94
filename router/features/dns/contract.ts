import { get, put } from '../operation.ts'
import { ResolverHealth } from './health.ts'
import { GivenSettings, ShownSettings } from './revision.ts'
import { untested } from './settings.ts'

const tag = 'network'

export const dns = {
  getDnsSettings: get('/dnsSettings', {
    summary: 'Upstream resolvers',
    tag,
    reply: ShownSettings,
  }),
  getDnsHealth: get('/dnsSettings/health', {
    summary: 'Health of the upstream resolvers',
    description: 'About a second old. The event `dns:health` says when `Healthy` changes.',
    tag,
    reply: ResolverHealth,
  }),
  updateDnsSettings: put('/dnsSettings', {
    summary: 'Change the upstream resolvers',
    description:
      'Give UpstreamTLSHost, UpstreamIPAddress and TlsDisable for a single provider, or lists of providers. Each question goes to a healthy one picked at random. The single fields are the first of the list, in both directions. A TLS host such as dns.quad9.net is asked over TLS (port 853); an address such as https://dns.quad9.net/dns-query, as providers publish it, over HTTPS. IPAddress is where it is connected to in either case: no name has to be looked up first. A provider that the settings do not have yet is asked a test question first, and the change is refused with the reason when it does not answer; before the router is set up, nothing is tested.',
    tag,
    query: untested,
    body: GivenSettings.meta({
      example: { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9', TlsDisable: false },
    }),
    reply: ShownSettings,
    errors: {
      400: 'A bad address, a host name while TLS is off, none or a bad one while it is on, a required field is missing, or a provider did not answer',
    },
  }),
}
