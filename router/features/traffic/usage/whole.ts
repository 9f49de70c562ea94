import type { NetworkBytes } from './packed.ts'

/** Bytes that count as received and sent in total. */
interface Total {
  readonly down: number
  readonly up: number
}

const isOther = ({ asn, country }: NetworkBytes): boolean => asn === 0 && country === ''
const sumOf = (list: readonly NetworkBytes[], way: keyof Total): number => list.reduce((sum, one) => sum + one[way], 0)

/**
 * The networks of a period so that their bytes add up to its total, the largest first. Bytes without a network are added to
 * network 0: those of connections that ended between two samples, and of hours whose networks were not counted or are
 * deleted. Connections also count packets that the firewall dropped: networks with more bytes than the total are reduced
 * in proportion.
 */
export function wholeOf(list: readonly NetworkBytes[], total: Total): NetworkBytes[] {
  const shareOf = (way: keyof Total): number => Math.min(1, total[way] / Math.max(1, sumOf(list, way)))
  const [downShare, upShare] = [shareOf('down'), shareOf('up')]
  const shown = list.map((one) => ({
    ...one,
    down: Math.floor(one.down * downShare),
    up: Math.floor(one.up * upShare),
  }))
  const down = total.down - sumOf(shown, 'down')
  const up = total.up - sumOf(shown, 'up')
  if (down + up > 0) {
    const other = shown.find(isOther)
    if (other) {
      other.down += down
      other.up += up
    } else shown.push({ asn: 0, name: '', country: '', down, up })
  }
  return shown.filter((one) => one.down + one.up > 0).sort((a, b) => b.down + b.up - a.down - a.up)
}
