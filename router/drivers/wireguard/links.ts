import { CommandFailed, phraseOf, Refused } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { LINK_GROUP } from '../../machine/routing.ts'
import { type Phrase, phrase, verbatim } from '../../phrases/phrase.ts'

type LinksMachine = Pick<Machine, 'run'>

/** What iproute2 prints for a kind of link that the kernel does not have. */
const UNKNOWN_KIND = /Unknown device type|Operation not supported/

/** Adds a WireGuard link of the kernel, or of wireguard-go where the kernel has none. Throws `Refused` with the reason. */
export async function addLink(machine: LinksMachine, link: string): Promise<void> {
  try {
    await machine.run(['ip', 'link', 'add', 'name', link, 'type', 'wireguard'])
  } catch (error) {
    if (!(error instanceof CommandFailed && UNKNOWN_KIND.test(error.stderr))) throw refusal(error)
    await startUserspace(machine, link)
  }
}

/**
 * wireguard-go puts itself into the background and outlives this process, as a link of the kernel does. With a log level in its
 * environment it would keep our output open.
 */
async function startUserspace(machine: LinksMachine, link: string): Promise<void> {
  try {
    await machine.run(['env', '-u', 'LOG_LEVEL', 'wireguard-go', link])
  } catch (error) {
    throw refusal(error)
  }
}

/** Also ends the process of wireguard-go. It is no failure if the link does not exist. */
export const removeLink = (machine: LinksMachine, link: string): Promise<void> =>
  machine.run(['ip', 'link', 'delete', link]).then(
    () => undefined,
    () => undefined,
  )

/** Marks the link as one of this router, and opens its port. Throws `Refused` if another program uses the port. */
export async function raiseLink(machine: LinksMachine, link: string): Promise<void> {
  await machine.run(['ip', 'link', 'set', link, 'group', String(LINK_GROUP), 'up']).catch((error) => {
    throw refusal(error)
  })
}

/** The links that this router has made, of any kind. */
export async function ownLinks(machine: LinksMachine): Promise<string[]> {
  const shown: unknown = JSON.parse(
    (await machine.run(['ip', '-j', 'link', 'show', 'group', String(LINK_GROUP)])) || '[]',
  )
  // iproute2 prints an empty object for each link of another group.
  return Array.isArray(shown) ? shown.flatMap(({ ifname }) => (typeof ifname === 'string' ? [ifname] : [])) : []
}

/** The reason in words, as `Refused`; an error of another kind is returned unchanged. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof CommandFailed)) return error
  return new Refused(phrase('vpn.wireguardNotStarting', wireguardFailureReason(error)), { cause: error })
}

/** Why a program of WireGuard has failed. */
export function wireguardFailureReason(error: unknown): Phrase {
  if (!(error instanceof CommandFailed)) return phraseOf(error)
  const { argv, stderr, exitCode } = error
  const program = argv.find((word) => /^(wg|wireguard-go|ip)$/.test(word)) ?? 'wg'
  // env(1) reports a missing program with status 127.
  if (stderr.includes('ENOENT') || exitCode === 127)
    return phrase('vpn.programMissing', program, String(PACKAGES[program]))
  if (stderr.includes('/dev/net/tun')) return phrase('vpn.noWireguard')
  const last = stderr.trim().split('\n').at(-1)
  return last ? verbatim(last) : phrase('vpn.programFailed', program)
}

const PACKAGES: Readonly<Record<string, string>> = {
  wg: 'wireguard-tools',
  'wireguard-go': 'wireguard-go',
  ip: 'iproute2',
}
