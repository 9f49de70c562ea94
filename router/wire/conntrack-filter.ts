import { ipToNumber } from '../values/ip.ts'
import type { Subnet } from '../values/subnet.ts'
import { bigEndian, joined } from './bytes.ts'
import {
  CTA_IP_V4_DST,
  CTA_IP_V4_SRC,
  CTA_PROTO_DST_PORT,
  CTA_PROTO_NUM,
  CTA_PROTO_SRC_PORT,
  CTA_TUPLE_IP,
  CTA_TUPLE_ORIG,
  CTA_TUPLE_PROTO,
  CTA_TUPLE_REPLY,
} from './conntrack.ts'
import type { ConnectionPattern, ConnectionSelection } from './conntrack-selection.ts'
import { encodeAttribute, encodeNested, uint32 } from './netlink.ts'

/** `enum ctattr_type` and `ctattr_filter`. Since Linux 5.8; earlier kernels ignore the filter and send all entries. */
const CTA_FILTER = 25
const CTA_FILTER_ORIG_FLAGS = 1
const CTA_FILTER_REPLY_FLAGS = 2

/** The fields of a tuple that are compared with equal values: attribute, size in bytes, flag (`net/netfilter/nf_internals.h`). */
const ADDRESSES = { source: [CTA_IP_V4_SRC, 4, 1 << 0], destination: [CTA_IP_V4_DST, 4, 1 << 1] } as const
const PROTOCOL = {
  protocol: [CTA_PROTO_NUM, 1, 1 << 3],
  sourcePort: [CTA_PROTO_SRC_PORT, 2, 1 << 4],
  destinationPort: [CTA_PROTO_DST_PORT, 2, 1 << 5],
} as const

/** Values that a tuple has to have. The kernel accepts a port only with a protocol. */
type Tuple = { readonly [field in keyof typeof ADDRESSES | keyof typeof PROTOCOL]?: number | undefined }

interface Filter {
  readonly original: Tuple
  readonly reply?: Tuple
}

/** The kernel walks its whole table for each filter, so one walk without a filter takes less time than more of them. */
const MOST_FILTERS = 24

/**
 * The attributes of requests that together return all entries of a selection, and as few others as the kernel's filters allow:
 * they compare addresses, protocols and ports, but neither networks nor ranges.
 */
export function filtersOf(selection: ConnectionSelection): Uint8Array[] {
  const everything = [new Uint8Array()]
  if (selection === 'all') return everything
  const distinct = new Map<string, Uint8Array>()
  for (const one of selection) {
    for (const filter of typeof one === 'string' ? filtersOfAddress(ipToNumber(one)) : filtersOfPattern(one))
      distinct.set(JSON.stringify(filter), encode(filter))
    if (distinct.size > MOST_FILTERS) return everything
  }
  return [...distinct.values()]
}

const filtersOfAddress = (ip: number): Filter[] => [
  { original: { source: ip } },
  { original: { destination: ip } },
  { original: {}, reply: { source: ip } },
]

/** As the opener sent it, and as it was translated, unless both are the same filter. */
function filtersOfPattern({ source, destination, protocol, ports }: ConnectionPattern): Filter[] {
  const [from, to] = [exactly(source), exactly(destination)]
  const port = ports?.first === ports?.last ? ports?.first : undefined
  const sent: Filter = { original: { source: from, destination: to, protocol, destinationPort: port } }
  if (to === undefined && port === undefined) return [sent]
  return [sent, { original: { source: from }, reply: { source: to, protocol, sourcePort: port } }]
}

const exactly = ({ base, prefix }: Subnet): number | undefined => (prefix === 32 ? base : undefined)

function encode({ original, reply = {} }: Filter): Uint8Array {
  const flags = encodeNested(
    CTA_FILTER,
    encodeAttribute(CTA_FILTER_ORIG_FLAGS, uint32(flagsOf(original))),
    encodeAttribute(CTA_FILTER_REPLY_FLAGS, uint32(flagsOf(reply))),
  )
  return joined(encodeTuple(CTA_TUPLE_ORIG, original), encodeTuple(CTA_TUPLE_REPLY, reply), flags)
}

const flagsOf = (tuple: Tuple): number =>
  Object.entries({ ...ADDRESSES, ...PROTOCOL }).reduce(
    (flags, [field, [, , flag]]) => (tuple[field as keyof Tuple] === undefined ? flags : flags | flag),
    0,
  )

function encodeTuple(type: number, tuple: Tuple): Uint8Array {
  const [addresses, protocol] = [encodeFields(ADDRESSES, tuple), encodeFields(PROTOCOL, tuple)]
  const parts = [
    ...(addresses.length > 0 ? [encodeNested(CTA_TUPLE_IP, ...addresses)] : []),
    ...(protocol.length > 0 ? [encodeNested(CTA_TUPLE_PROTO, ...protocol)] : []),
  ]
  return parts.length > 0 ? encodeNested(type, ...parts) : new Uint8Array()
}

const encodeFields = (fields: typeof ADDRESSES | typeof PROTOCOL, tuple: Tuple): Uint8Array[] =>
  Object.entries(fields).flatMap(([field, [attribute, size]]) => {
    const value = tuple[field as keyof Tuple]
    return value === undefined ? [] : [encodeAttribute(attribute, bigEndian(value, size))]
  })
