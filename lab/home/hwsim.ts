import { dump, messageOfOutcome, request } from '../../router/machine/linux/netlink.ts'
import { joined } from '../../router/wire/bytes.ts'
import { parseInterfaces } from '../../router/wire/iw.ts'
import { encodeAttribute, readAttribute, terminatedText, viewOf } from '../../router/wire/netlink.ts'
import { run } from '../process/program.ts'

/** Generic netlink: `linux/genetlink.h`. */
const NETLINK_GENERIC = 16
const GENL_ID_CTRL = 0x10
const CTRL_CMD_GETFAMILY = 3
const CTRL_ATTR_FAMILY_ID = 1
const CTRL_ATTR_FAMILY_NAME = 2
/** drivers/net/wireless/mac80211_hwsim.h. */
const HWSIM_CMD_NEW_RADIO = 4
const HWSIM_ATTR_PERM_ADDR = 22

/** `struct genlmsghdr`. */
const HEADER_BYTES = 4
const NONE = new Uint8Array()
const header = (command: number): Uint8Array => Uint8Array.of(command, 1, 0, 0)

/** A simulated radio: `phy` with its number, and its link. */
export interface SimulatedRadio {
  readonly phy: string
  readonly link: string
}

/** The number of the family `MAC80211_HWSIM`; undefined if the module is not loaded. */
async function family(): Promise<number | undefined> {
  const wanted = Buffer.from(terminatedText('MAC80211_HWSIM'))
  const [found] = await dump(
    NETLINK_GENERIC,
    { type: GENL_ID_CTRL, payload: header(CTRL_CMD_GETFAMILY) },
    ({ payload }) => {
      const attributes = payload.subarray(HEADER_BYTES)
      const name = readAttribute(attributes, CTRL_ATTR_FAMILY_NAME)
      const id = readAttribute(attributes, CTRL_ATTR_FAMILY_ID)
      return name && id && wanted.equals(name) ? viewOf(id).getUint16(0, true) : undefined
    },
  )
  return found
}

const radios = async (): Promise<SimulatedRadio[]> =>
  Object.entries(parseInterfaces(await run(['iw', 'dev']))).flatMap(([phy, links]) =>
    Object.keys(links).map((link) => ({ phy, link })),
  )

/**
 * Creates simulated radios (mac80211_hwsim) in the network namespace of this process, one for each address. They receive frames only
 * from radios that were created in the same namespace, wherever these are now, and the kernel removes each with the namespace that it
 * is in at the end. An address is the permanent one, which no other simulated radio of this kernel has; without one the kernel chooses.
 */
export async function createRadios(macs: readonly (string | undefined)[]): Promise<SimulatedRadio[]> {
  const type = await family()
  if (type === undefined) throw new Error('the kernel module mac80211_hwsim is not loaded')
  const before = new Set((await radios()).map(({ phy }) => phy))
  const messages = macs.map((mac) => {
    const address = mac ? encodeAttribute(HWSIM_ATTR_PERM_ADDR, Buffer.from(mac.replaceAll(':', ''), 'hex')) : NONE
    return { type, flags: 0, payload: joined(header(HWSIM_CMD_NEW_RADIO), address) }
  })
  for (const outcome of await request(NETLINK_GENERIC, messages))
    if (outcome.errno !== 0) throw new Error(`a radio cannot be created: ${messageOfOutcome(outcome)}`)
  const created = (await radios()).filter(({ phy }) => !before.has(phy))
  if (created.length !== macs.length) throw new Error('the kernel has created a radio without a link')
  // In the order in which they were created.
  return created.sort((a, b) => numberOf(a) - numberOf(b))
}

const numberOf = ({ phy }: SimulatedRadio): number => Number(phy.replace('phy', ''))

/** Moves a radio to the namespace of this process. By its number: `iw` looks names up in a `/sys` that may be of another namespace. */
export async function moveRadio({ phy }: Pick<SimulatedRadio, 'phy'>, pid: number): Promise<void> {
  await run(['iw', phy.replace('phy', 'phy#'), 'set', 'netns', String(pid)])
}

/** Creates one. */
export async function createRadio(mac?: string): Promise<SimulatedRadio> {
  const [created] = await createRadios([mac])
  return created!
}
