import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeRelease } from '../../../install/release.ts'
import { type Debian, openDebian } from '../../debian/machine.ts'
import { connect } from '../../home/cable.ts'
import { type Namespace, openNamespace } from '../../home/namespace.ts'
import { ROOT } from '../../process/place.ts'
import type { Outcome } from '../../process/program.ts'
import { until } from '../../process/until.ts'

/** A Debian machine with an uplink, a port for the household, and one for its administrator, configured by systemd-networkd or another program. */
export interface Site extends AsyncDisposable {
  readonly debian: Debian
  /** At the uplink: the provider, which serves a page on port 80. */
  readonly provider: Namespace
  /** At the household's port. */
  readonly laptop: Namespace
  /** At the administrator's port, which Sallyport does not get. */
  readonly desk: Namespace
  /** Runs a command of the release. */
  sallyport(...args: readonly string[]): Promise<Outcome>
}

export const PROVIDER = '81.2.69.1'
/** Of the machine, at the administrator's port. */
export const ADMINISTRATOR = '10.99.0.2'

/** As a person configures it for systemd-networkd. The machine uses both ports before Sallyport is installed. */
const NETWORKD: Network = {
  files: {
    '/etc/systemd/network/50-wan0.network': `[Match]\nName=wan0\n[Network]\nAddress=81.2.69.7/24\nGateway=${PROVIDER}\n`,
    '/etc/systemd/network/50-lan0.network': '[Match]\nName=lan0\n[Network]\nAddress=10.98.0.2/24\n',
    '/etc/systemd/network/50-desk0.network': `[Match]\nName=desk0\n[Network]\nAddress=${ADMINISTRATOR}/24\n`,
  },
  units: ['systemd-networkd.service'],
}

/** How the network of a machine is configured. */
export interface Network {
  readonly files: Readonly<Record<string, string>>
  readonly units: readonly string[]
}

interface SiteOptions {
  /** The list of keys of the repository whose updates the release accepts, and where that repository is. */
  readonly trust?: string
  readonly source?: string
  /** By default, systemd-networkd does it. */
  readonly network?: Network
}

export async function openSite({ network = NETWORKD, ...options }: SiteOptions = {}): Promise<Site> {
  await using opened = new AsyncDisposableStack()
  const folder = (path: string): string => {
    const made = mkdtempSync(path)
    opened.defer(() => rmSync(made, { recursive: true, force: true }))
    return made
  }
  const dir = folder(join(tmpdir(), 'sallyport-debian-'))
  // The machine has this folder, too.
  const release = folder(join(ROOT, '.sallyport/release-'))
  const open = async (name: string): Promise<Namespace> => opened.use(await openNamespace(name, dir))
  const [provider, laptop, desk] = await Promise.all([open('provider'), open('laptop'), open('desk')])
  await writeRelease(release, options)
  const debian = opened.use(
    await openDebian(join(dir, 'debian'), {
      ...network,
      async connect(plug) {
        // The kernel removes the links of a machine that was turned off a little later.
        for (const [space, link] of [
          [provider, 'customer'],
          [laptop, 'eth0'],
          [desk, 'eth0'],
        ] as const)
          await until(
            'the old cables to be gone',
            async () => (await space.outcome(['ip', 'link', 'show', link])).code !== 0,
          )
        await connect({ namespace: provider, link: 'customer' }, { ...plug('wan0'), mac: '02:00:00:00:00:01' })
        await connect(
          { namespace: laptop, link: 'eth0', mac: '02:00:00:00:00:12' },
          { ...plug('lan0'), mac: '02:00:00:00:00:02' },
        )
        await connect({ namespace: desk, link: 'eth0' }, { ...plug('desk0'), mac: '02:00:00:00:00:03' })
        await provider.ip(`addr add ${PROVIDER}/24 dev customer`)
        await desk.ip('addr add 10.99.0.1/24 dev eth0')
      },
    }),
  )
  provider.start([
    'dnsmasq',
    '--no-daemon',
    '--conf-file=/dev/null',
    '--port=0',
    '--interface=customer',
    '--bind-dynamic',
    '--no-ping',
    '--dhcp-range=81.2.69.50,81.2.69.60,5m',
    '--dhcp-authoritative',
    `--dhcp-option=3,${PROVIDER}`,
    `--dhcp-leasefile=${join(provider.dir, 'leases')}`,
  ])
  provider.listen(80)
  const machines = opened.move()
  return {
    debian,
    provider,
    laptop,
    desk,
    async sallyport(...args) {
      const isInstalled = (await debian.namespace.outcome(['test', '-e', INSTALLED])).code === 0
      const command = isInstalled ? INSTALLED : `${release}/bin/sallyport`
      return await debian.namespace.outcome([command, ...args], { timeoutMs: 120_000 })
    },
    [Symbol.asyncDispose]: () => machines.disposeAsync(),
  }
}

const INSTALLED = '/usr/local/bin/sallyport'

/** Locks, and the copies that useradd(8) and userdel(8) keep. */
const UNRELATED = / etc\/(\.pwd\.lock|[a-z]*-)$/

/** What must be the same before an installation and after it was undone, by name. */
export async function stateOf(debian: Debian): Promise<Record<string, string>> {
  const { namespace } = debian
  // The number of a link's peer differs after each power cut.
  const shown = async (...argv: string[]): Promise<string> =>
    (await namespace.outcome(argv)).stdout.replaceAll(/@if\d+ /g, ' ')
  const quiet =
    'grep -vE "^net\\.(netfilter\\.nf_conntrack_(count|buckets)|ipv[46]\\.neigh|core\\.netdev_rss_key|.*random|.*stable_secret)"'
  return {
    links: await shown('ip', '-br', 'link'),
    addresses: await shown('ip', '-br', '-4', 'addr'),
    routes: await shown('ip', '-4', 'route', 'show', 'table', 'all'),
    rules: await shown('ip', 'rule'),
    hostname: await shown('hostname'),
    firewall: await shown('nft', 'list', 'ruleset'),
    units: await shown('systemctl', 'list-unit-files', '--no-pager', '--no-legend'),
    failed: await shown('systemctl', '--failed', '--no-legend', 'sallyport*'),
    sysctls: await shown('sh', '-c', `sysctl --all --ignore --pattern '^net\\.' | sort | ${quiet}`),
    files: ['etc', 'opt', 'usr/local']
      .flatMap((folder) => debian.changes(folder))
      .filter((line) => !UNRELATED.test(line))
      .join('\n'),
    users: await shown('cat', '/etc/passwd', '/etc/group'),
    programs: await shown('sh', '-c', 'ps -eo user,args --no-headers | grep -vE "ps -eo|grep|sort|sh -c" | sort'),
  }
}

/** The files of packages that differ from those that were installed: takes seconds. */
export const changedFilesOfPackages = async ({ namespace }: Debian): Promise<string> =>
  (await namespace.outcome(['dpkg', '--verify'], { timeoutMs: 120_000 })).stdout

export const LINKS = ['--uplink', 'wan0', '--dhcp', '--lan', 'lan0']

/** A socket of the API for root, who needs no credentials. */
export const API_SOCKET = '/var/lib/sallyport/state/api/apisock'

/** Calls the API on the router. Returns the body. */
export async function api({ namespace }: Debian, path: string, body?: unknown): Promise<unknown> {
  const data = body === undefined ? [] : ['-X', 'PUT', '--data', JSON.stringify(body)]
  const curl = ['curl', '-sS', '--fail-with-body', '--unix-socket', API_SOCKET]
  const { code, stdout, stderr } = await namespace.outcome([...curl, ...data, `http://localhost${path}`])
  if (code !== 0) throw new Error(`${path}: ${stderr} ${stdout}`)
  return /^[[{"]/.test(stdout) ? JSON.parse(stdout) : stdout
}

export const PASSWORD = 'correct horse battery'

/** Completes the setup, with the provider as the only resolver: it refuses connections, which is an answer. */
export async function setUp({ debian }: Site): Promise<void> {
  const links = { InterfaceUplink: 'wan0', TinyNets: ['192.168.2.0/24'] }
  await api(debian, '/setup', {
    AdminPassword: PASSWORD,
    ...links,
    CheckUpdates: false,
    ReportInstall: false,
  })
  await api(debian, '/setup_done', {})
  const UpstreamProviders = [{ IPAddress: PROVIDER, TLSHost: 'dns.test', DisableTls: false }]
  await api(debian, '/dnsSettings?test=false', { UpstreamProviders })
}

/** As its owner plugs in the laptop: a new lease. */
export const joinNetwork = ({ laptop }: Site): Promise<string> =>
  laptop.run(['busybox', 'udhcpc', '-i', 'eth0', '-n', '-q', '-t', '20', '-T', '1'])

/** Gives the laptop these policies; by default the internet. */
export async function permit({ debian }: Site, Policies: readonly string[] = ['wan', 'dns']): Promise<void> {
  const [MAC = ''] = Object.keys((await api(debian, '/devices')) as object)
  await api(debian, `/device?identity=${encodeURIComponent(MAC)}`, { Policies })
}
