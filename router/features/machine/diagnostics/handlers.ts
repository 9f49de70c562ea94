import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { CommandFailed, Invalid, Locked, NotFound } from '../../../errors.ts'
import type { EchoTarget, Machine, NftObject } from '../../../machine/machine.ts'
import { isMissingInNft } from '../../../machine/nftmissing.ts'
import { sharing } from '../../../machine/sharing.ts'
import { nextTurn } from '../../../machine/turns.ts'
import type { diagnostics } from '../../../model/machine/diagnostics/contract.ts'
import { openNeighbourList, PLACED, parseNeighbours } from '../../../model/machine/diagnostics/neighbour.ts'
import { type Handlers, JsonText } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'

const NftListing = z.object({ nftables: z.array(z.looseObject({})) })
const Links = z.array(z.looseObject({ address: z.string().optional() }))
const Addresses = z.array(
  z.object({
    ifname: z.string(),
    addr_info: z.array(z.object({ family: z.string(), local: z.string().optional() })),
  }),
)

interface Deps extends Pick<Core, 'facts'> {
  readonly machine: Pick<Machine, 'run' | 'readFile' | 'echo' | 'nftList'>
}

export function diagnosticsHandlers({ machine, facts }: Deps): Handlers<typeof diagnostics> {
  const listAddresses = (): Promise<string> => machine.run(['ip', '-j', 'addr'])
  const readNeighbours = (): string => machine.readFile('/proc/net/arp') ?? ''
  const neighbours = openNeighbourList(readNeighbours)
  const ping = openPing(machine)
  const checkLink = (name: string): void => {
    if (!facts.links.has(name)) throw new Invalid(phrase('machine.pingInterfaceUnknown', name), 'interface')
  }
  const list = async (what: NftObject) => NftListing.parse(await machine.nftList(what, 'terse'))
  return {
    tables: () => list('tables'),

    async table({ params: { family, name } }) {
      try {
        return await list({ family, table: name })
      } catch (error) {
        if (isMissingInNft(error))
          throw new NotFound(phrase('machine.firewallTableUnknown', family, name), { cause: error })
        throw error
      }
    },

    async ipAddr() {
      const links = Links.parse(JSON.parse(await listAddresses()))
      // Clients read it of every link; ip(8) has none for a tunnel.
      return new JsonText(JSON.stringify(links.map((link) => ({ ...link, address: link.address ?? '' }))))
    },

    async ipInterfaces() {
      const links = Addresses.parse(JSON.parse(await listAddresses()))
      const own = links.flatMap(({ ifname, addr_info }) =>
        addr_info.flatMap(({ family, local }) => (family === 'inet' && local ? [[local, ifname]] : [])),
      )
      const devices = parseNeighbours(readNeighbours()).filter(({ Flags }) => Flags === PLACED)
      return Object.fromEntries([...own, ...devices.map(({ IP, Device }) => [IP, Device])])
    },

    // All calls in one turn of the event loop share the same list.
    arp: sharing(async () => {
      await nextTurn()
      return neighbours()
    }),

    ping({ params: { interface: link, address } }) {
      checkLink(link)
      return ping({ link, address, kind: 'icmp' })
    },

    pingUdp({ params: { interface: link, address: end } }) {
      checkLink(link)
      return ping({ link, ...end, kind: 'udp' })
    },
  }
}

const ATTEMPTS = 4
const PATIENCE_MS = 1000
/** Maximum number of concurrent pings: each holds a socket for up to four seconds. */
const MOST_AT_ONCE = 16

/** Round-trip times of four requests: `10.523ms`, or `timeout` after a second. */
type SendPings = (target: EchoTarget) => Promise<string[]>

/** Throws `Invalid` with the system's reason if nothing can be sent, and `Locked` if there are too many pings. */
function openPing(machine: Pick<Machine, 'echo'>): SendPings {
  let underWay = 0
  return async (target) => {
    if (underWay === MOST_AT_ONCE) throw new Locked(phrase('machine.pingsFull'), 4)
    underWay++
    try {
      const answers: string[] = []
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const tookMs = await machine.echo({ ...target, timeoutMs: PATIENCE_MS })
        answers.push(tookMs === undefined ? 'timeout' : `${tookMs.toFixed(3)}ms`)
      }
      return answers
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      throw new Invalid(phrase('machine.pingNotSent', target.link, error.reason), 'address', { cause: error })
    } finally {
      underWay--
    }
  }
}
