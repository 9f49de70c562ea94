import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { Examination, MOST_EXAMINED } from './examination.ts'
import { ResolverHealth } from './health.ts'
import { Preset } from './preset.ts'
import { GivenProvider, GivenSettings, ShownSettings } from './revision.ts'
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
  getDnsPresets: get('/dnsSettings/presets', {
    roles: ['viewer'],
    summary: 'Public resolvers to choose from',
    description:
      'Facts from the documentation of each provider, with its address and the day on which they were checked. Choosing one means ' +
      'sending its `IPv4` and `TLSHost` as providers of `/dnsSettings`.',
    tag,
    reply: z.array(Preset),
  }),
  testDnsProviders: put('/dnsSettings/test', {
    summary: 'Test resolvers before they are saved',
    description:
      'Sends test queries to each resolver from the router, over the protocol that is given: whether it answers, how fast, whether ' +
      'it validates signatures, and whether it alters answers. Nothing is saved. Takes at most 5 seconds; one test at a time.',
    tag,
    body: z
      .strictObject({
        Providers: z.array(GivenProvider).min(1).max(MOST_EXAMINED).meta({ description: 'The resolvers to test' }),
      })
      .meta({ example: { Providers: [{ IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }] } }),
    reply: z.array(Examination),
    audit: false,
    errors: {
      400: 'An invalid address or host name, an address of the router itself, or none or more than four resolvers',
      429: 'Another test is running',
    },
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
