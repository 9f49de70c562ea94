import assert from 'node:assert/strict'
import type { Router } from '../guests/router.ts'
import type { Random } from './random.ts'
import type { Thing, View, Write } from './things.ts'

/** The value of each object or, if a write was not answered, the two possible ones. */
type Known = { readonly value: unknown } | { readonly value: unknown; readonly orElse: unknown }

/** Number of writes by result. */
export interface Tally {
  done: number
  refused: number
  unanswered: number
}

/** Sends writes one after another, and records the responses. */
export class Administrator {
  readonly tally: Tally = { done: 0, refused: 0, unanswered: 0 }
  readonly #router: Router
  readonly #things: readonly Thing[]
  readonly #random: Random
  readonly #known = new Map<Thing, Known>()

  constructor(router: Router, things: readonly Thing[], random: Random, view: View) {
    this.#router = router
    this.#things = things
    this.#random = random
    for (const thing of things) this.#known.set(thing, { value: thing.seen(view) })
  }

  /** Writes until the router no longer answers. */
  async write(): Promise<void> {
    while (await this.writeOnce());
  }

  /** Writes something. Returns whether the router answered. */
  async writeOnce(): Promise<boolean> {
    const thing = this.#random.pick(this.#things)
    const known = this.#known.get(thing)!
    const write = thing.next(this.#random, known.value)
    const status = await this.#ask(write)
    if (status === undefined) {
      this.tally.unanswered++
      this.#known.set(thing, { value: known.value, orElse: write.value })
      return false
    }
    if (status === 200) {
      this.tally.done++
      this.#known.set(thing, { value: write.value })
    } else {
      this.tally.refused++
      assert.ok(status === 400 || status === 404, `${thing.name}: ${JSON.stringify(write.call)} gave ${status}`)
    }
    return true
  }

  /** Checks that all confirmed writes are present, and that unanswered ones are complete or absent. */
  check(view: View): void {
    for (const [thing, known] of this.#known) {
      const seen = thing.seen(view)
      if ('orElse' in known && isEqual(seen, known.orElse)) this.#known.set(thing, { value: seen })
      else assert.deepEqual(seen, known.value, thing.name)
      this.#known.set(thing, { value: seen })
    }
  }

  async #ask({ call }: Write): Promise<number | undefined> {
    try {
      return (await this.#router.ask(call)).status
    } catch {
      return undefined
    }
  }
}

const isEqual = (a: unknown, b: unknown): boolean => {
  try {
    assert.deepEqual(a, b)
    return true
  } catch {
    return false
  }
}
