import { constants } from 'node:os'
import { Unavailable } from '../../errors.ts'
import { joined } from '../../wire/bytes.ts'
import { encodeAttribute, type NetlinkOutcome, readAttribute, uint32, viewOf } from '../../wire/netlink.ts'
import { AF_INET } from './libc.ts'
import { dump, isSupported, NETLINK_XFRM, request } from './netlink.ts'

/** `linux/xfrm.h`: policies. Only the input guard is used here. */
const XFRM_MSG_DELPOLICY = 0x14
const XFRM_MSG_GETPOLICY = 0x15
/** Adds or replaces a policy. */
const XFRM_MSG_UPDPOLICY = 0x19
const XFRMA_MARK = 21
const XFRM_POLICY_IN = 0
const XFRM_POLICY_BLOCK = 1

/** `struct xfrm_userpolicy_info`: its size and offsets; the selector comes first. */
const INFO_BYTES = 168
const SELECTOR_BYTES = 56
const FAMILY = 40
const LIMITS = 56
const LIMITS_BYTES = 32
const DIRECTION = 160
const ACTION = 161
/** `struct xfrm_userpolicy_id`: a selector, an index, a direction. */
const ID_BYTES = 64

const UNSUPPORTED: NetlinkOutcome = {
  errno: constants.errno.EPROTONOSUPPORT,
  words: 'this kernel has no XFRM (module xfrm_user)',
}

/** Adds or removes the policy that drops packets to this machine without these bits in their mark. */
export async function changeInputGuard(bits: number, present: boolean): Promise<NetlinkOutcome> {
  const mark = encodeAttribute(XFRMA_MARK, joined(uint32(0), uint32(bits)))
  const payload = joined(present ? policy() : new Uint8Array(ID_BYTES).fill(AF_INET, FAMILY, FAMILY + 1), mark)
  try {
    const type = present ? XFRM_MSG_UPDPOLICY : XFRM_MSG_DELPOLICY
    const [outcome] = await request(NETLINK_XFRM, [{ type, flags: 0, payload }])
    return outcome!
  } catch (error) {
    if (isMissing(error)) return UNSUPPORTED
    throw error
  }
}

function policy(): Uint8Array {
  const bytes = new Uint8Array(INFO_BYTES)
  bytes[FAMILY] = AF_INET
  // No limit of bytes or packets: XFRM_INF.
  bytes.fill(0xff, LIMITS, LIMITS + LIMITS_BYTES)
  bytes[DIRECTION] = XFRM_POLICY_IN
  bytes[ACTION] = XFRM_POLICY_BLOCK
  return bytes
}

/** Whether a call failed because the kernel has no XFRM, or its module is missing. */
const isMissing = (error: unknown): boolean => error instanceof Unavailable && !isSupported(NETLINK_XFRM)

/** The mark bits of the existing input guards; undefined if the kernel has no XFRM. */
export async function readInputGuards(): Promise<readonly number[] | undefined> {
  const question = { type: XFRM_MSG_GETPOLICY, payload: new Uint8Array(ID_BYTES) }
  try {
    return await dump(NETLINK_XFRM, question, ({ payload }) => guardIn(payload))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function guardIn(payload: Uint8Array): number | undefined {
  const isGuard =
    payload.length >= INFO_BYTES &&
    payload[DIRECTION] === XFRM_POLICY_IN &&
    payload[ACTION] === XFRM_POLICY_BLOCK &&
    payload[FAMILY] === AF_INET &&
    payload.subarray(0, SELECTOR_BYTES).every((byte, at) => at === FAMILY || byte === 0)
  const mark = isGuard ? readAttribute(payload.subarray(INFO_BYTES), XFRMA_MARK) : undefined
  if (mark?.length !== 8) return undefined
  const view = viewOf(mark)
  return view.getUint32(0, true) === 0 ? view.getUint32(4, true) : undefined
}
