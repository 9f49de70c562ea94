import { BLOCK_SIZE, blockCount } from '../../../model/home/dhcp/subnet.ts'
import { type Ip, ipToNumber, numberToIp } from '../../../values/ip.ts'
import { containsIp, type Subnet } from '../../../values/subnet.ts'

/**
 * The used /30 blocks of the home networks, in order, as a bitmap with levels: every word of a level represents 32 words of the
 * level below, so the first free block of four million is found in five steps.
 */
export class Blocks {
  readonly total: number
  readonly #runs: readonly { readonly net: Subnet; readonly first: number }[]
  /** Bit set: taken; above the lowest level: all below it are taken. The lowest level comes first. */
  readonly #levels: Uint32Array[] = []

  constructor(nets: readonly Subnet[]) {
    let first = 0
    this.#runs = nets.map((net) => {
      const run = { net, first }
      first += blockCount(net)
      return run
    })
    this.total = first
    for (let bits = Math.max(this.total, 1), top = false; !top; ) {
      const words = Math.ceil(bits / 32)
      const level = new Uint32Array(words)
      // Bits behind the last block are never free.
      if (bits % 32 !== 0) level[words - 1] = (0xffffffff << (bits % 32)) >>> 0
      this.#levels.push(level)
      top = words === 1
      bits = words
    }
  }

  /** The index of the block of a device address; undefined for other addresses. */
  indexOf(ip: Ip): number | undefined {
    const value = ipToNumber(ip)
    if (value % BLOCK_SIZE !== 2) return undefined
    const run = this.#runs.find(({ net }) => containsIp(net, value))
    return run && run.first + Math.floor((value - run.net.base) / BLOCK_SIZE)
  }

  /** The device address of a block. */
  addressOf(index: number): Ip {
    const run = this.#runs.findLast(({ first }) => first <= index)!
    return numberToIp(run.net.base + (index - run.first) * BLOCK_SIZE + 2)
  }

  mark(index: number, taken: boolean): void {
    let at = index
    let set = taken
    for (const level of this.#levels) {
      const word = at >>> 5
      const bit = 1 << (at & 31)
      level[word] = set ? level[word]! | bit : level[word]! & ~bit
      set = level[word] === 0xffffffff
      at = word
    }
  }

  isTaken(index: number): boolean {
    return ((this.#levels[0]![index >>> 5]! >>> (index & 31)) & 1) === 1
  }

  /** The lowest free block; undefined if all are used. */
  first(): number | undefined {
    let at = 0
    for (const level of this.#levels.toReversed()) {
      const free = ~level[at]!
      if (free === 0) return undefined
      at = at * 32 + (31 - Math.clz32(free & -free))
    }
    return at < this.total ? at : undefined
  }
}
