import { z } from 'zod'
import { coded, empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const ip = z.ipv4()
const provider = z.strictObject({ IPAddress: ip, TLSHost: z.string(), DisableTls: z.boolean() })
const dns = z.strictObject({
  UpstreamTLSHost: z.string(),
  UpstreamIPAddress: ip,
  TlsDisable: z.boolean(),
  DisableTls: z.boolean(),
  UpstreamFamilyTLSHost: z.string(),
  UpstreamFamilyIPAddress: z.string(),
  DisableFamilyTls: z.boolean(),
  UpstreamProviders: z.array(provider),
  FamilyProviders: z.array(provider),
})
const providerHealth = z.strictObject({
  IPAddress: ip,
  TLSHost: z.string(),
  Healthy: z.boolean(),
  Asked: z.int(),
  Failed: z.int(),
  AverageMs: z.number(),
  MedianMs: z.number(),
  P95Ms: z.number(),
  LastAnswer: z.int(),
  LastFailure: z.string(),
  Coded: coded.optional(),
})
const dnsHealth = z.strictObject({
  Healthy: z.boolean(),
  Reason: z.string(),
  Coded: coded.optional(),
  Upstreams: z.array(providerHealth),
  FamilyUpstreams: z.array(providerHealth),
})
const examined = z.strictObject({
  ...provider.shape,
  Reachable: z.boolean(),
  Failure: z.string(),
  FirstMs: z.number(),
  LatencyMs: z.number(),
  DNSSEC: z.enum(['yes', 'no', 'unknown']),
  Altered: z.enum(['yes', 'no', 'unknown']),
  Remark: z.string(),
  Coded: coded.optional(),
})
const preset = z.strictObject({
  Name: z.string(),
  Operator: z.string(),
  Country: z.string().length(2),
  Source: z.url(),
  Checked: z.iso.date().optional(),
  Variants: z.array(
    z.strictObject({
      Name: z.string(),
      Blocks: z.enum(['none', 'malware', 'ads', 'family']),
      IPv4: z.array(ip).min(1),
      IPv6: z.array(z.ipv6()).min(1),
      TLSHost: z.string(),
      HTTPS: z.url(),
      DNSSEC: z.boolean(),
    }),
  ),
})
const quad9 = { IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }
const shownDns = { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9', TlsDisable: false }

// biome-ignore format: a table
export const NAMES: Row[] = [
  ['GET', '/dnsSettings',  none,                                                      200, json(dns)],
  ['PUT', '/dnsSettings',  raw('nonsense'),                                           400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamProvider: [] },                        400, line],
  ['PUT', '/dnsSettings',  {},                                                        400, line],
  ['PUT', '/dnsSettings',  { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9' }, 400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamIPAddress: 'quad9' },               400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamTLSHost: 'dns quad9' },             400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, TlsDisable: true },                         400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamTLSHost: 'https://9.9.9.9/dns-query' }, 400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamTLSHost: 'https://dns.quad9.net/dns-query{?dns}' }, 200, jsonWith({ UpstreamTLSHost: 'https://dns.quad9.net/dns-query', TlsDisable: false })],
  ['PUT', '/dnsSettings',  shownDns,                                                  200, jsonWith({ ...shownDns, DisableTls: false, UpstreamProviders: [{ IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }] })],
  ['PUT', '/dnsSettings',  { UpstreamTLSHost: '', UpstreamIPAddress: '9.9.9.9', DisableTls: true }, 200, jsonWith({ UpstreamTLSHost: '', TlsDisable: true, DisableTls: true })],
  ['PUT', '/dnsSettings',  { UpstreamProviders: [{ IPAddress: '1.1.1.1', TLSHost: 'cloudflare-dns.com', DisableTls: false }], FamilyProviders: [] }, 200, jsonWith({ UpstreamIPAddress: '1.1.1.1', UpstreamTLSHost: 'cloudflare-dns.com', TlsDisable: false })],
  ['PUT', '/dnsSettings',  { UpstreamTLSHost: '', UpstreamIPAddress: '192.0.2.53', TlsDisable: true }, 400, line],
  ['PUT', '/dnsSettings?test=maybe', shownDns,                                        400, line],
  ['GET', '/dnsSettings',  none,                                                      200, jsonWith({ UpstreamIPAddress: '1.1.1.1' })],
  ['PUT', '/dnsSettings?test=false', { UpstreamTLSHost: '', UpstreamIPAddress: '192.0.2.53', TlsDisable: true }, 200, jsonWith({ UpstreamIPAddress: '192.0.2.53' })],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamTLSHost: 'dns.google', UpstreamIPAddress: '8.8.8.8' }, 200, jsonWith({ UpstreamIPAddress: '8.8.8.8' })],
  ['GET', '/dnsSettings',  none,                                                      200, json(dns)],
  ['GET', '/dnsSettings/presets', none,                                               200, json(z.array(preset).min(5))],
  ['PUT', '/dnsSettings/test', { Providers: [] },                                     400, line],
  ['PUT', '/dnsSettings/test', { Providers: Array(5).fill(quad9) },                   400, line],
  ['PUT', '/dnsSettings/test', { Providers: [{ ...quad9, IPAddress: 'quad9' }] },     400, line],
  ['PUT', '/dnsSettings/test', { Providers: [{ ...quad9, IPAddress: '127.0.0.1' }] }, 400, line],
  ['PUT', '/dnsSettings/test', { Providers: [{ ...quad9, TLSHost: 'http://dns.quad9.net/' }] }, 400, line],
  ['PUT', '/dnsSettings/test', { Providers: [quad9] },                                200, jsonWith([{ ...quad9, Reachable: true }])],
  ['PUT', '/dnsSettings/test', { Providers: [{ IPAddress: '9.9.9.9', DisableTls: true }] }, 200, json(z.array(examined).length(1))],
  ['GET', '/dnsSettings/health', none,                                                200, json(dnsHealth)],

  ['GET',    '/dns/hostnames',         none,                                          200, json([])],
  ['GET',    '/dns/hostnames/nas.lan', none,                                          404, line],
  ['GET',    '/dns/hostnames/a..b',    none,                                          400, line],
  ['DELETE', '/dns/hostnames/a..b',    none,                                          400, line],
  ['PUT',    '/dns/hostnames/nas.lan', {},                                            400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: 'nas' },                          400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: '127.0.0.1' },                    400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { Hostname: 'x.lan', IPAddress: '192.168.2.6' }, 400, line],
  ['PUT',    '/dns/hostnames/a..b',    { IPAddress: '192.168.2.6' },                  400, line],
  ['PUT',    '/dns/hostnames/x.local', { IPAddress: '192.168.2.6' },                  400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: '192.168.2.6', PreviousIPAddress: '192.168.2.10' }, 404, line],
  ['PUT',    '/dns/hostnames/NAS',     { Hostname: 'nas.lan', IPAddress: '192.168.2.6', CreateOnly: true }, 200, json({ Hostname: 'nas.lan', IPAddress: '192.168.2.6' })],
  ['PUT',    '/dns/hostnames/nas.lan', { Hostname: 'nas.lan', IPAddress: '192.168.2.10', CreateOnly: true }, 409, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: '192.168.2.10', PreviousIPAddress: '192.168.2.14' }, 409, line],
  ['PUT',    '/dns/hostnames/nas.lan', { hostname: 'nas.lan', ipaddress: '192.168.2.10', previousipaddress: '192.168.2.6' }, 200, jsonWith({ IPAddress: '192.168.2.10' })],
  ['GET',    '/dns/hostnames/nas.lan', none,                                          200, json({ Hostname: 'nas.lan', IPAddress: '192.168.2.10' })],
  ['GET',    '/dns/hostnames',         none,                                          200, json([{ Hostname: 'nas.lan', IPAddress: '192.168.2.10' }])],
  ['DELETE', '/dns/hostnames/nas.lan', { IPAddress: '192.168.2.6' },                  409, line],
  ['DELETE', '/dns/hostnames/nas.lan', none,                                          200, empty],
  ['DELETE', '/dns/hostnames/nas.lan', {},                                            404, line],
]
