import { demand, type Step } from './steps.ts'
import type { System } from './system.ts'

/**
 * The programs that configure networks on Debian. Each is kept, and leaves only the links of the router alone: the steps by which it
 * does so, and those that give the links back.
 */
export interface Manager {
  readonly name: string
  /** Whether it runs here, or configures the network at the next boot. */
  isUsed(system: System): boolean
  /** The steps that take these links from it. */
  release(system: System, links: readonly string[]): readonly Step[]
}

const isActive = (system: System, unit: string): boolean =>
  system.run(['systemctl', 'is-active', '--quiet', unit]).status === 0
/** Now, or after the next boot. */
const isUsed = (system: System, unit: string): boolean =>
  isActive(system, unit) || system.run(['systemctl', 'is-enabled', '--quiet', unit]).status === 0

const command = (when: 'applied' | 'reverted', effect: string, ...argv: string[]): Step => ({
  kind: 'command',
  when,
  effect,
  argv,
})

/** A file that a manager reads again when it is written, and when it is removed. */
const withReload = (file: Step, effect: string, argv: readonly string[]): Step[] => [
  command('reverted', effect, ...argv),
  file,
  command('applied', effect, ...argv),
]

/** NetworkManager.conf(5), `unmanaged-devices`. */
const networkManager: Manager = {
  name: 'NetworkManager',
  isUsed: (system) => isUsed(system, 'NetworkManager.service'),
  release: (system, links) => {
    const reload = isActive(system, 'NetworkManager.service')
    const path = '/etc/NetworkManager/conf.d/90-sallyport.conf'
    const devices = links.map((link) => `interface-name:${link}`).join(';')
    const content = `# Sallyport manages these links.\n[keyfile]\nunmanaged-devices+=${devices}\n`
    const file: Step = { kind: 'file', path, content }
    return reload ? withReload(file, 'reload NetworkManager', ['nmcli', 'general', 'reload', 'conf']) : [file]
  },
}

/** systemd.network(5), `Unmanaged=`. Of several files for a link, the first by name applies. */
const networkd: Manager = {
  name: 'systemd-networkd',
  isUsed: (system) => isUsed(system, 'systemd-networkd.service'),
  release: (system, links) => {
    const reload = isActive(system, 'systemd-networkd.service')
    const path = '/etc/systemd/network/00-sallyport.network'
    const content = `# Sallyport manages these links.\n[Match]\nName=${links.join(' ')}\n\n[Link]\nUnmanaged=yes\n`
    const file: Step = { kind: 'file', path, content }
    return reload ? withReload(file, 'reload systemd-networkd', ['networkctl', 'reload']) : [file]
  },
}

const INTERFACES = '/etc/network/interfaces'

/** interfaces(5): the stanzas of the links become comments. Files that `source` includes are in interfaces.d. */
const ifupdown: Manager = {
  name: 'ifupdown',
  isUsed: (system) => system.entry(INTERFACES).kind === 'file' && system.entry('/sbin/ifup').kind !== 'absent',
  release: (system, links) => {
    const files = [INTERFACES, ...system.list('/etc/network/interfaces.d').map((name) => `${INTERFACES}.d/${name}`)]
    const changed = files.flatMap((path): Step[] => {
      const found = system.entry(path)
      if (found.kind !== 'file') return []
      const content = withoutStanzas(found.content, links)
      return content === found.content ? [] : [{ kind: 'file', path, content }]
    })
    const up = links.filter((link) => system.run(['ifquery', '--state', link]).status === 0)
    return [
      // They are configured again by their stanzas, after these are back.
      ...(changed.length > 0 ? up.map((link) => command('reverted', `configure ${link} with ifup`, 'ifup', link)) : []),
      // It ends the DHCP client of the link.
      ...(changed.length > 0
        ? up.map((link) =>
            command('applied', `end the configuration of ${link} with ifdown`, 'ifdown', '--force', link),
          )
        : []),
      ...changed,
    ]
  },
}

const OPENING = /^\s*(iface|auto|allow-\S+|mapping|source|source-directory|no-auto-down|no-scripts|template)\b/
const MARK = '# Sallyport manages this link: '

/** The text of interfaces(5) with the stanzas of these links as comments. A name in a list of `auto` or `allow-…` is taken out of it. */
export function withoutStanzas(text: string, links: readonly string[]): string {
  let isTaken = false
  const lines = text.split('\n').map((line) => {
    if (OPENING.test(line)) {
      const [word = '', ...names] = line.trim().split(/\s+/)
      isTaken = word === 'iface' && links.includes(names[0] ?? '')
      if (word !== 'iface' && (word === 'auto' || word.startsWith('allow-'))) {
        const others = names.filter((name) => !links.includes(name))
        if (others.length === names.length) return line
        return others.length === 0 ? `${MARK}${line}` : `${word} ${others.join(' ')}`
      }
    }
    return isTaken && line.trim() !== '' && !line.trim().startsWith('#') ? `${MARK}${line}` : line
  })
  return lines.join('\n')
}

/** cloud-init writes the network configuration anew at each boot, unless it is turned off: its `network: {config: disabled}`. */
const cloudInit: Manager = {
  name: 'cloud-init',
  isUsed: (system) =>
    system.entry('/etc/cloud').kind === 'directory' && system.entry('/usr/bin/cloud-init').kind !== 'absent',
  release: () => [
    {
      kind: 'file',
      path: '/etc/cloud/cloud.cfg.d/99-sallyport.cfg',
      content: '# Sallyport manages the links.\nnetwork: {config: disabled}\n',
    },
  ],
}

const MANAGERS: readonly Manager[] = [cloudInit, networkManager, networkd, ifupdown]

/** Those that are used here. */
export const findManagers = (system: System): readonly Manager[] => MANAGERS.filter((manager) => manager.isUsed(system))

/** Why Sallyport cannot manage the links and the firewall of this machine beside another program; undefined if it can. */
export function findConflict(system: System): string | undefined {
  const advice = (name: string, command: string): string =>
    `${name} manages the firewall of this machine, and two programs cannot. To use Sallyport in its place: ${command}`
  const ufw = system.entry('/etc/ufw/ufw.conf')
  if (ufw.kind === 'file' && /^ENABLED=yes$/im.test(ufw.content)) return advice('ufw', 'sudo ufw disable')
  for (const [unit, name] of [
    ['firewalld.service', 'firewalld'],
    ['nftables.service', 'nftables.service (/etc/nftables.conf)'],
    ['netfilter-persistent.service', 'netfilter-persistent'],
  ] as const)
    if (isUsed(system, unit)) return advice(name, `sudo systemctl disable --now ${unit}`)
  for (const unit of ['dhcpcd.service', 'connman.service'])
    if (isUsed(system, unit))
      return `${unit} manages the links of this machine, and Sallyport cannot take only some of them from it. To use Sallyport in its place: sudo systemctl disable --now ${unit}`
  if (isUsed(system, 'docker.service'))
    return (
      'Docker manages the firewall of this machine, and two programs cannot. Plugins of Sallyport run in an engine that the router ' +
      'starts. To stop Docker and all its containers: sudo systemctl disable --now docker.service docker.socket'
    )
  return undefined
}

/** The links of this machine by what they can be: the default route's link is the uplink, all other ports are for the household. */
export function findLinks(system: System): {
  readonly uplink?: string
  readonly ports: string[]
  readonly radios: string[]
} {
  const [route] = JSON.parse(demand(system, ['ip', '-j', '-4', 'route', 'show', 'default']) || '[]') as {
    dev?: string
  }[]
  const hardware = system
    .list('/sys/class/net')
    .filter((name) => system.entry(`/sys/class/net/${name}/device`).kind !== 'absent')
  const isRadio = (name: string): boolean => system.entry(`/sys/class/net/${name}/phy80211`).kind !== 'absent'
  const isEthernet = (name: string): boolean => {
    const type = system.entry(`/sys/class/net/${name}/type`)
    return type.kind === 'file' && type.content.trim() === '1'
  }
  return {
    ...(route?.dev === undefined ? {} : { uplink: route.dev }),
    ports: hardware.filter((name) => isEthernet(name) && !isRadio(name) && name !== route?.dev),
    radios: hardware.filter(isRadio),
  }
}
