import assert from 'node:assert/strict'
import type { Random } from '../safety/random.ts'
import { askRouter } from './computer.ts'
import type { Machine } from './machine.ts'

/** A new name of a device, and the moments at which it was sent and acknowledged. */
export interface Change {
  readonly mac: string
  readonly name: string
  readonly sentAt: number
  savedAt?: number
}

/** Settings that are changed without a pause until the power is cut: the names of some devices. */
export interface Changes {
  readonly made: readonly Change[]
  /**
   * Changes settings, one after the other, until a machine has no power. Returns how many changes were acknowledged. Throws if a request fails
   * before.
   */
  makeUntilCut(machine: Pick<Machine, 'isRunning'>): Promise<number>
  /** Throws if a setting has neither its last acknowledged value nor one that was being saved. */
  check(): Promise<void>
}

const MACS = ['02:00:00:00:01:01', '02:00:00:00:01:02', '02:00:00:00:01:03', '02:00:00:00:01:04']

/** `now` returns moments, as numbers that do not become smaller. */
export function openChanges(random: Random, now: () => number): Changes {
  const made: Change[] = []
  return {
    made,
    async makeUntilCut(machine) {
      for (let saved = 0; ; saved++) {
        const change: Change = { mac: random.pick(MACS), name: `Change ${made.length + 1}`, sentAt: now() }
        made.push(change)
        try {
          const reply = await askRouter(`/device?identity=${change.mac}`, { body: { Name: change.name } })
          assert.equal(reply.status, 200, await reply.text())
        } catch (error) {
          if (machine.isRunning()) throw error
          return saved
        }
        change.savedAt = now()
      }
    },
    async check() {
      const reply = await askRouter('/devices')
      const devices = (await reply.json()) as Readonly<Record<string, { readonly Name: string } | undefined>>
      const moment = now()
      checkNames(made, moment, (mac) => devices[mac]?.Name)
      for (const mac of MACS) {
        const name = devices[mac]?.Name
        if (name !== undefined) made.push({ mac, name, sentAt: moment, savedAt: moment })
      }
    },
  }
}

/** Throws if the name of a device is neither the last one that was acknowledged by a moment nor one that was sent after that. */
export function checkNames(made: readonly Change[], moment: number, nameOf: (mac: string) => string | undefined): void {
  for (const mac of MACS) {
    const sent = made.filter((change) => change.mac === mac && change.sentAt <= moment)
    const saved = sent.findLastIndex(({ savedAt = Number.POSITIVE_INFINITY }) => savedAt <= moment)
    const possible = [...(saved < 0 ? [undefined] : []), ...sent.slice(Math.max(saved, 0)).map(({ name }) => name)]
    const found = nameOf(mac)
    assert.ok(possible.includes(found), `${mac} is ${found}, and not ${possible.join(' or ')}`)
  }
}
