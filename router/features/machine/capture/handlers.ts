import type { Network } from '../../../compiler/network.ts'
import type { Core } from '../../../core.ts'
import { AccessDenied, CommandFailed, Invalid, Locked, NotFound } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { identityOf } from '../../../model/home/devices/device.ts'
import type { capture } from '../../../model/machine/capture/contract.ts'
import { type CaptureScope, type CaptureWish, tcpdumpFor } from '../../../model/machine/capture/wish.ts'
import { ByteStream, type Caller, type Handlers } from '../../../model/operation.ts'
import { ofField, phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { wholePackets } from '../../../wire/pcap.ts'

const EVERY_LINK = 'any'

interface Deps extends Pick<Core, 'facts' | 'apiPorts' | 'network'> {
  readonly machine: Pick<Machine, 'stream' | 'clock'>
}

export function captureHandlers({ machine, facts, apiPorts, network }: Deps): Handlers<typeof capture> {
  /** Who captures now: plugins by name, and the owner as the empty name. */
  const busy = new Set<string>()

  function scopeOf({ Interface, Device, Host }: CaptureWish, { address, plugin }: Caller): CaptureScope {
    if (Device !== undefined) return scopeOfDevice(Device, facts, network(), apiPorts())
    if (plugin !== undefined) throw new AccessDenied('forbidden', phrase('machine.pluginCaptureNeedsDevice'))
    const link = Interface ?? EVERY_LINK
    if (link !== EVERY_LINK && !facts.links.has(link)) throw new Invalid(phrase('field.linkUnknown', link), 'Interface')
    // Calls from the router's own console use no link.
    const except = address.startsWith('127.') ? undefined : { addresses: [address], ports: apiPorts() }
    return { link, host: Host, except }
  }

  return {
    async capture({ body, caller }) {
      const { Seconds, Bytes } = body
      const scope = scopeOf(body, caller)
      const { plugin = '' } = caller
      if (busy.has(plugin)) throw new Locked(phrase('machine.captureRunning'), 1)
      busy.add(plugin)
      const output = machine.stream(tcpdumpFor(body, scope))
      const deadline = machine.clock.after(Seconds * 1000, () => output[Symbol.dispose]())
      let isOver = false
      const end = (): void => {
        if (isOver) return
        isOver = true
        deadline[Symbol.dispose]()
        output[Symbol.dispose]()
        busy.delete(plugin)
      }
      try {
        const chunks = bounded(output, Bytes)
        // tcpdump writes the file header when it starts to capture; until then it may still fail.
        const { value: head, done } = await chunks.next()
        if (done) throw new Invalid(phrase('machine.captureEndedEarly'))
        return new ByteStream(following(head, chunks), { end })
      } catch (error) {
        end()
        if (!(error instanceof CommandFailed)) throw error
        throw new Invalid(
          phrase('machine.captureFailed', error.stderr.trim() || phrase('machine.programNoReason', 'tcpdump')),
          undefined,
          { cause: error },
        )
      }
    },
  }
}

async function* bounded(output: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array, undefined> {
  const packets = wholePackets(limit)
  for await (const chunk of output) {
    const whole = packets.take(chunk)
    if (whole.length > 0) yield whole
    if (packets.isFull) return
  }
}

async function* following(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield head
  yield* rest
}

/**
 * The link of a device and its own packets there: by MAC address, or on the VPN by address. Its connections to the router's API are left
 * out: they may carry the capture itself, and the password of the owner. Throws `NotFound`, and `Invalid` for one that is not connected.
 */
function scopeOfDevice(
  text: string,
  { devices }: Pick<Facts, 'devices'>,
  { frame, members }: Pick<Network, 'frame' | 'members'>,
  ports: readonly string[],
): CaptureScope {
  const identity = identityOf(text)
  const device = devices.get(identity)
  if (!device) throw new NotFound(ofField('Device', phrase('field.deviceUnknown', JSON.stringify(text))))
  const place = members.get(identity)?.place
  if (!place) throw new Invalid(phrase('machine.notConnected', device.Name || identity), 'Device')
  const addresses = [
    frame.lanIp,
    place.routerIp,
    ...frame.uplinks.flatMap(({ address }) => (address ? [address] : [])),
    ...frame.additional.map(({ address }) => address),
  ].map((address) => address.split('/')[0] ?? '')
  return { link: place.link, host: place.mac || place.ip, except: { addresses: [...new Set(addresses)], ports } }
}
