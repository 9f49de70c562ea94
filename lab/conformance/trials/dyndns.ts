import type { Trials } from '../trial.ts'

const CONFIG = {
  Provider: 'Cloudflare',
  Email: 'root@localhost.domain',
  Password: 'stringypassword',
  LoginToken: 'logintoken++',
  IpUrl: 'https://ip4.seeip.org',
  Ipv6Url: 'https://ip6.seeip.org',
  IpType: 'IPv4',
  Interval: 300,
  Socks5Proxy: '',
  Resolver: '8.8.8.8',
  RunOnce: true,
  Domains: [{ DomainName: 'example.org', SubDomains: ['home'] }],
}

/** Calls of dynamic DNS. The provider's name does not resolve in the home: updates fail. */
export const dyndnsTrials: Trials = {
  'PUT /plugins/dyndns/config': {
    good: [['/plugins/dyndns/config', CONFIG]],
    refused: { 400: [['/plugins/dyndns/config', { ...CONFIG, Provider: 'Nowhere' }], ['/plugins/dyndns/config']] },
    shows: [
      '/plugins/dyndns/config',
      { provider: CONFIG.Provider, email: CONFIG.Email, password: '**', login_token: '**' },
    ],
  },
  'GET /plugins/dyndns/config': { good: [['/plugins/dyndns/config']] },
  'GET /plugins/dyndns/refresh': { good: [['/plugins/dyndns/refresh']] },
}
