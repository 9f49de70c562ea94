/** Addresses of the virtual internet. None is reachable from the machine that the home runs on. */

/** The provider's network: its gateway, and the addresses of its customers. */
export const PROVIDER = {
  public: { gateway: '81.2.69.1', prefix: 24, first: '81.2.69.100', last: '81.2.69.150', neighbour: '81.2.69.66' },
  private: {
    gateway: '172.20.77.1',
    prefix: 24,
    first: '172.20.77.100',
    last: '172.20.77.150',
    neighbour: '172.20.77.66',
  },
} as const
export type Addressing = keyof typeof PROVIDER

/** The other provider of a home with two uplinks. */
export const SECOND_PROVIDER = { gateway: '81.2.71.1', prefix: 24, first: '81.2.71.100', last: '81.2.71.150' } as const

/** Providers whose networks are joined over wifi. */
export const CAFE = { gateway: '81.2.72.1', prefix: 24, first: '81.2.72.100', last: '81.2.72.150' } as const
export const HOTEL = { gateway: '81.2.73.1', prefix: 24, first: '81.2.73.100', last: '81.2.73.150' } as const

/** Web servers, a speed test, block lists. */
export const WEB = '81.2.70.10'
/** The router's upstream resolver, and the one for families. */
export const RESOLVER = '81.2.70.53'
export const FAMILY_RESOLVER = '81.2.70.55'
/** The default upstream of a new router (router/model/dns/tables.ts), so that it works in the virtual internet. */
export const WELL_KNOWN_RESOLVERS = {
  'dns.quad9.net': '9.9.9.9',
  'cloudflare-dns.com': '1.1.1.1',
  'dns.google': '8.8.8.8',
  'family.cloudflare-dns.com': '1.1.1.3',
} as const
/** The other address of the first of them, which the app sets as well. */
export const SECOND_QUAD9 = '149.112.112.112'
/** A resolver that the household does not use; it is recognized by its response for whoami.test. */
export const FOREIGN_RESOLVER = '81.2.70.99'
/** A private host beyond the uplink, as a provider's modem would be. */
export const PRIVATE_HOST = '10.77.0.1'
/**
 * Hosts that answer pings and echo TCP. A connection takes one of two uplinks by a hash of its addresses: enough that both
 * uplinks get some.
 */
export const HOSTS = Array.from({ length: 24 }, (_, index) => `81.2.74.${index + 1}`)
/** The TCP echo port of hosts in the internet. */
export const ECHO_PORT = 7
/** Providers of dynamic DNS, in the scenarios that start them: all on one address. */
export const DYNDNS = '81.2.70.80'
export const DYNDNS_HOSTS = ['dyndns.test', 'www.duckdns.org', 'api.cloudflare.com', 'dynupdate.no-ip.com'] as const
/** Receivers of alerts, in the scenarios that start them: all on one address. */
export const RECEIVERS = '81.2.70.81'
export const RECEIVER_HOSTS = ['push.test', 'ntfy.test', 'hooks.test', 'mail.test'] as const
/** Unused; for the resolver of a scenario. */
export const TROUBLED_RESOLVER = '81.2.70.66'
