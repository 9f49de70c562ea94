import { raw } from '../../contract/rows.ts'
import { PROVIDER, RESOLVER } from '../../guests/addresses.ts'
import type { Trials } from '../trial.ts'

/** Calls about addresses, subnets, DNS settings and pings. */
export const networkTrials: Trials = {
  'GET /ip/addr': { good: [['/ip/addr']] },
  'GET /ip/link/{interface}/{state}': {
    good: [['/ip/link/lan0/down'], ['/ip/link/lan0/up']],
    refused: { 400: [['/ip/link/lan0/sideways'], ['/ip/link/eth9/up']] },
  },
  'GET /nfmap/{name}': { good: [['/nfmap/internet_access']], refused: { 400: [['/nfmap/nothing']] } },
  'GET /arp': { good: [['/arp']] },
  'GET /subnetConfig': { good: [['/subnetConfig']] },
  'PUT /subnetConfig': {
    good: [['/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' }]],
    refused: {
      400: [
        ['/subnetConfig', {}],
        ['/subnetConfig', { TinyNets: ['home'], LeaseTime: '12h' }],
      ],
    },
    shows: ['/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' }],
  },
  'GET /dnsSettings': { good: [['/dnsSettings']] },
  'PUT /dnsSettings': {
    good: [['/dnsSettings', { UpstreamTLSHost: 'dns.test', UpstreamIPAddress: RESOLVER, TlsDisable: false }]],
    refused: {
      400: [
        ['/dnsSettings', {}],
        ['/dnsSettings', raw('nonsense')],
      ],
    },
    shows: ['/dnsSettings', { UpstreamTLSHost: 'dns.test', UpstreamIPAddress: RESOLVER, TlsDisable: false }],
  },
  'PUT /ping/{interface}/{address}': {
    good: [[`/ping/wan0/${PROVIDER.public.gateway}`]],
    refused: { 400: [['/ping/eth9/1.1.1.1'], ['/ping/wan0/unknown']] },
  },
  'PUT /ping/{interface}/{address}/udp': {
    good: [[`/ping/wan0/${RESOLVER}:53/udp`]],
    refused: { 400: [['/ping/eth9/1.1.1.1:53/udp'], ['/ping/wan0/1.1.1.1:99999/udp']] },
  },
}
