/** A burst of searches, and how many more each second. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

interface Bucket {
  left: number
  filledAt: number
}

/** The number of clients that are remembered; beyond it, the least recent one is removed. */
const MAX_PEERS = 2048

/** A token bucket for each peer, and one for all of them. Times are in milliseconds. */
export class TokenBuckets {
  readonly #each: Rate
  readonly #all: Rate
  readonly #peers = new Map<string, Bucket>()
  readonly #together: Bucket

  constructor(each: Rate, all: Rate) {
    this.#each = each
    this.#all = all
    this.#together = { left: all.burst, filledAt: 0 }
  }

  /** Takes `cost` tokens; returns false, and takes none, if there are fewer. */
  take(peer: string, cost: number, now: number): boolean {
    const own = this.#peers.get(peer) ?? { left: this.#each.burst, filledAt: now }
    fill(own, this.#each, now)
    fill(this.#together, this.#all, now)
    this.#peers.delete(peer)
    this.#peers.set(peer, own)
    if (this.#peers.size > MAX_PEERS) this.#peers.delete(this.#peers.keys().next().value!)
    if (own.left < cost || this.#together.left < cost) return false
    own.left -= cost
    this.#together.left -= cost
    return true
  }
}

function fill(bucket: Bucket, { burst, perSecond }: Rate, now: number): void {
  // A clock that was set back gives nothing.
  const passed = Math.max(0, now - bucket.filledAt)
  bucket.left = Math.min(burst, bucket.left + (passed / 1000) * perSecond)
  bucket.filledAt = now
}
