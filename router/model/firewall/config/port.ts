/** Ports from the first to the last, both included. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

const ALL_PORTS: PortRange = { first: 1, last: 65535 }

/**
 * `any`, `80` or `8000-8100`; undefined when it is none of them. An empty text and `0-65535` also mean any, and a
 * range that begins at 0 for one that begins at 1: clients of API 0.3.0 send them.
 */
export function parsePorts(text: string): PortRange | undefined {
  if (text === '' || text === 'any') return ALL_PORTS
  const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (from === undefined || first > last || last > 65535 || last === 0) return undefined
  return { first: Math.max(first, 1), last }
}

/** The ports of a text that has been checked. */
export const portsOf = (text: string): PortRange => parsePorts(text) ?? ALL_PORTS

export const isAnyPort = ({ first, last }: PortRange): boolean => first === 1 && last === 65535

/** As nft spells it. */
export const formatPorts = ({ first, last }: PortRange): string => (first === last ? `${first}` : `${first}-${last}`)

export const portCount = ({ first, last }: PortRange): number => last - first + 1

const AT_MOST_65535 = '(6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|[1-9]\\d{0,3})(?!\\d)'
/** The expression of a port from 1 to 65535, for longer ones. */
export const PORT_SOURCE = `(?=\\d{1,5}(?!\\d))0*${AT_MOST_65535}`
