import { closedRuleset } from '../router/drivers/nft/closed.ts'
import type { LinkAddress } from './addresses.ts'
import { findManagers } from './managers.ts'
import { CLOSED, COMMAND, CURRENT, DATA, OPTIONS, RELEASES, UNITS, USER } from './places.ts'
import type { Step } from './steps.ts'
import type { System } from './system.ts'
import { DAEMON, undoUnits, units } from './units.ts'

/** What an owner chooses. */
export interface Choices {
  readonly uplinks: readonly string[]
  /** Of uplinks without DHCP. */
  readonly addresses: readonly LinkAddress[]
  /** Links of the household. None with `isVirtual`. */
  readonly ports: readonly string[]
  readonly radios: readonly string[]
  /** One link, and devices by VPN only. */
  readonly isVirtual: boolean
  /** More options of `sallyport run`. */
  readonly options: readonly string[]
}

export interface Release {
  readonly version: string
  /** The folder of its files. */
  readonly folder: string
  /** The Debian packages that it needs, and that are missing. */
  readonly packages: readonly string[]
}

const file = (path: string, content: string): Step => ({ kind: 'file', path, content })
const readUnits = (when: 'applied' | 'reverted'): Step => ({
  kind: 'command',
  when,
  effect: 'reload systemd (daemon-reload)',
  argv: ['systemctl', 'daemon-reload'],
})

/** The value of `SALLYPORT_OPTIONS`: systemd divides it at spaces. */
const optionsOf = ({ uplinks, addresses, ports, radios, isVirtual, options }: Choices): string =>
  [
    ...(isVirtual ? ['--virtual'] : []),
    ...(uplinks.length > 0 ? ['--uplink', uplinks.join(',')] : []),
    ...addresses.flatMap(({ link, address, router }) => ['--static', `${link}=${address},${router}`]),
    ...(ports.length > 0 ? ['--lan', ports.join(',')] : []),
    ...(radios.length > 0 ? ['--radio', radios.join(',')] : []),
    ...options,
  ].join(' ')

/** The file with the options of the router, for its unit. */
export const optionsFile = (choices: Choices): string =>
  `# Options of "sallyport run". After a change: systemctl restart sallyport\n# A new link has to be taken from NetworkManager or another program first.\nSALLYPORT_OPTIONS="${optionsOf(choices)}"\n`

/**
 * Once the router has ended: the managers of the network find no links, addresses and rules of it. With the present options, which may
 * name other links than at the installation.
 */
const leave: Step = {
  kind: 'command',
  when: 'reverted',
  effect: 'remove the links, addresses and firewall of the router',
  argv: ['sh', '-c', `. ${OPTIONS}; exec "$@" $SALLYPORT_OPTIONS`, 'sh', ...DAEMON, 'leave', '--data', DATA],
}

/**
 * The steps that install a release on this machine. They are undone in the reverse order: a command that is only run then comes before
 * the files that it must not find any more. The network is taken over last, so that a failure before leaves it unchanged.
 */
export function planInstallation(system: System, release: Release, choices: Choices): Step[] {
  const folder = `${RELEASES}/${release.version}`
  const links = [...choices.uplinks, ...choices.ports, ...choices.radios]
  return [
    { kind: 'sysctls' },
    // First, so that they are undone last: the command has to be there for another attempt if a later step cannot be undone.
    { kind: 'release', from: release.folder, to: folder },
    { kind: 'link', path: CURRENT, target: folder },
    { kind: 'link', path: COMMAND, target: `${CURRENT}/bin/sallyport` },
    ...(release.packages.length > 0 ? [{ kind: 'packages', names: release.packages } satisfies Step] : []),
    { kind: 'user', name: USER, home: DATA },
    { kind: 'data', path: DATA, owner: USER },
    file(CLOSED, closedRuleset()),
    file(OPTIONS, optionsFile(choices)),
    readUnits('reverted'),
    ...Object.entries({ ...units(), ...undoUnits() }).map(([name, content]) => file(`${UNITS}/${name}`, content)),
    readUnits('applied'),
    { kind: 'unit', name: 'sallyport-undo.timer', isStarted: true },
    ...findManagers(system).flatMap((manager) => manager.release(system, links)),
    leave,
    { kind: 'unit', name: 'sallyport-closed.service', isStarted: false },
    { kind: 'unit', name: 'sallyport-trial.service', isStarted: false },
    { kind: 'unit', name: 'sallyport-root.socket', isStarted: true },
    { kind: 'unit', name: 'sallyport-scripts.socket', isStarted: true },
    { kind: 'unit', name: 'sallyport.service', isStarted: true },
  ]
}
