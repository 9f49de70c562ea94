import { X509Certificate } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { routerMulticastName } from '../../../model/firewall/multicast/settings.ts'
import { lanIp, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { OWN_NAMES, type SealedCertificate, type Tls } from '../../../model/machine/tls/credentials.ts'
import { actAsRouter } from '../../../store/actor.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Vault } from '../../../store/vault.ts'
import { type Issued, isHomeName, issueAuthority, issueServer, type ServerNames } from './issue.ts'

const DAY_MS = 24 * 3600_000
/** A server's certificate that has less than this left is replaced. */
const RENEW_MS = 30 * DAY_MS

type Named = Pick<Facts, 'setting' | 'hostnames'>

/** The names and addresses of the router by its present settings, and the names that the owner has given to it. */
function serverNames(facts: Named): ServerNames {
  const ip = lanIp(tinyNets(facts.setting('subnet')))
  const given = [...facts.hostnames.values()].filter(({ IPAddress }) => IPAddress === ip)
  const names = given.map(({ Hostname }) => Hostname).filter(isHomeName)
  return { dns: [...new Set([...OWN_NAMES, routerMulticastName(facts.setting('multicast')), ...names])], ips: [ip] }
}

const sealed = ({ certificate, key }: Issued, vault: Vault): SealedCertificate => ({
  certificate,
  key: vault.seal(key),
})

/** A new authority, and a certificate that it signs for the present names of the router. */
export function established(facts: Named, vault: Vault, now: number): NonNullable<Tls> {
  const authority = issueAuthority(tinyNets(facts.setting('subnet')), now)
  const server = issueServer(authority, serverNames(facts), now)
  return { authority: sealed(authority, vault), server: sealed(server, vault) }
}

/** With a new certificate from the same authority. */
function renewed({ authority }: NonNullable<Tls>, names: ServerNames, vault: Vault, now: number): NonNullable<Tls> {
  const signer = { certificate: authority.certificate, key: vault.open(authority.key) }
  return { authority, server: sealed(issueServer(signer, names, now), vault) }
}

/** Whether the certificate lacks a name or address of the router, or expires soon, and a new one would not. */
function isDue({ authority, server }: NonNullable<Tls>, { dns, ips }: ServerNames, now: number): boolean {
  const [issuer, known] = [authority, server].map(({ certificate }) => span(certificate)) as [Span, Span]
  // A clock before the start of the authority has not been set yet; after its end, no certificate would be valid.
  if (now < issuer.from || now >= issuer.to) return false
  const endsSoon = known.to - now < RENEW_MS && known.to < issuer.to
  const fits = dns.every((name) => known.x509.checkHost(name)) && ips.every((ip) => known.x509.checkIP(ip))
  return now < known.from || endsSoon || !fits
}

const span = (certificate: string) => {
  const x509 = new X509Certificate(certificate)
  return { x509, from: x509.validFromDate.getTime(), to: x509.validToDate.getTime() }
}
type Span = ReturnType<typeof span>

type Deps = Pick<Core, 'facts' | 'change' | 'clock' | 'vault' | 'onFailure' | 'watch'>

/** Keeps the server's certificate good while TLS is on: for the addresses that the router has, and in time. */
export function openRenewal({ facts, change, watch, clock, vault, onFailure }: Deps): Disposable {
  const stack = new DisposableStack()
  const look = (): void => {
    const due = (tls: Tls): tls is NonNullable<Tls> => tls !== null && isDue(tls, serverNames(facts), clock.now())
    if (!due(facts.setting('tls'))) return
    const renew = () =>
      change((draft) => {
        // It may have been turned off in the meantime.
        const tls = draft.setting('tls')
        if (due(tls)) draft.set('tls', renewed(tls, serverNames(facts), vault, clock.now()))
      })
    actAsRouter('certificate renewal', renew).catch((error) => onFailure('the certificate could not be renewed', error))
  }
  let timer: Disposable
  const daily = (): void => {
    look()
    timer = clock.after(DAY_MS, daily)
  }
  daily()
  stack.defer(() => timer[Symbol.dispose]())
  stack.use(watch((entries) => entries.some(({ table }) => table === 'settings' || table === 'hostnames') && look()))
  return stack
}
