import { z } from 'zod'
import { DynDnsStatus, ShownDynDns } from '../../router/model/internet/dyndns/contract.ts'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const DOMAINS = [{ domain_name: 'example.org', sub_domains: ['home'] }]
/** No server of this name exists in the home's internet: updates fail. */
const CURRENT = {
  provider: 'dyndns2',
  server: 'nowhere.test',
  email: 'ada',
  password: 'open-sesame',
  domains: DOMAINS,
  ip_url: '',
}
/** As API 0.3.0 names the fields. */
export const PUBLISHED_DYNDNS = {
  Provider: 'NoIP',
  Email: 'root@localhost.domain',
  Password: 'stringypassword',
  LoginToken: 'logintoken++',
  IpUrl: 'https://ip4.seeip.org',
  Ipv6Url: 'https://ip6.seeip.org',
  IpType: 'IPv4',
  Interval: 300,
  Socks5Proxy: '',
  Resolver: '8.8.8.8',
  RunOnce: false,
  Domains: [{ DomainName: 'example.org', SubDomains: ['home'] }],
}
const status = json(z.strictObject(DynDnsStatus.shape))
const put = (body: unknown, code: number): Row => [
  'PUT',
  '/plugins/dyndns/config',
  body,
  code,
  code === 200 ? empty : line,
]

// biome-ignore format: a table
export const DYNDNS: readonly Row[] = [
  ['GET', '/plugins/dyndns/config',  none, 200, json(z.strictObject(ShownDynDns.shape).refine(({ provider, interval, run_once }) => provider === '' && interval === 300 && run_once))],
  ['GET', '/plugins/dyndns/status',  none, 200, jsonWith({ State: 'off', Message: 'dynamic DNS is off' })],
  ['GET', '/plugins/dyndns/refresh', none, 400, line],
  put(raw('nonsense'), 400),
  put([], 400),
  put({ Nonsense: true }, 400),
  put({ ...CURRENT, provider: 'Nowhere' }, 400),
  put({ ...CURRENT, provider: '$(id)' }, 400),
  put({ ...CURRENT, server: '' }, 400),
  put({ ...CURRENT, server: 'localhost' }, 400),
  put({ ...CURRENT, server: 'a.org,login=b' }, 400),
  put({ ...CURRENT, email: 'ada;id' }, 400),
  put({ ...CURRENT, email: '' }, 400),
  put({ ...CURRENT, password: "a'b" }, 400),
  put({ ...CURRENT, password: 'a\nserver=x.org' }, 400),
  put({ ...CURRENT, password: '**' }, 400),
  put({ ...CURRENT, password: '' }, 400),
  put({ ...CURRENT, login_token: 'a b' }, 400),
  put({ ...CURRENT, domains: [] }, 400),
  put({ ...CURRENT, domains: [{ domain_name: 'a b.org' }] }, 400),
  put({ ...CURRENT, domains: [{ domain_name: 'example.org', sub_domains: ['a\nb'] }] }, 400),
  put({ ...CURRENT, domains: [{ DomainName: 'example.org', SubDomains: ['_'] }] }, 400),
  put({ ...CURRENT, ip_url: undefined }, 400),
  put({ ...CURRENT, ip_url: 'file:///etc/passwd' }, 400),
  put({ ...CURRENT, ip_urls: ['ftp://x.org'] }, 400),
  put({ ...CURRENT, ipv6_url: 'x' }, 400),
  put({ ...CURRENT, ip_type: 'IPv6' }, 400),
  put({ ...CURRENT, interval: 59 }, 400),
  put({ ...CURRENT, interval: 86401 }, 400),
  put({ ...CURRENT, socks5: '127.0.0.1:1080' }, 400),
  put({ ...CURRENT, resolver: '8.8.8.8 #' }, 400),
  put({ ...CURRENT, run_once: 'yes' }, 400),
  put({ ...CURRENT, provider: 'DuckDNS', Provider: 'NoIP' }, 400),
  put(CURRENT, 200),
  ['GET', '/plugins/dyndns/refresh', none, 200, status],
  ['GET', '/plugins/dyndns/status',  none, 200, status],
  ['GET', '/plugins/dyndns/config',  none, 200, jsonWith({ provider: 'dyndns2', password: '**', login_token: '', domains: DOMAINS })],
  ['GET', '/plugins',                none, 200, json(z.array(z.object({ Name: z.string(), Enabled: z.boolean() })).refine((all) => all.some(({ Name, Enabled }) => Name === 'dyndns' && Enabled)))],
  put(PUBLISHED_DYNDNS, 200),
  ['GET', '/plugins/dyndns/config',  none, 200, jsonWith({ provider: 'NoIP', email: PUBLISHED_DYNDNS.Email, password: '**', login_token: '**', run_once: true, resolver: '8.8.8.8', domains: DOMAINS })],
  put({ provider: '' }, 200),
  ['GET', '/plugins/dyndns/status',  none, 200, jsonWith({ State: 'off' })],
]
