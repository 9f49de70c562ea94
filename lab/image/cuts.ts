import assert from 'node:assert/strict'
import type { Random } from '../safety/random.ts'
import { askRouter } from './computer.ts'
import type { Machine } from './machine.ts'

/** Settings that are changed without a pause until the power is cut: the names of some devices. */
export interface Changes {
  /**
   * Changes settings, one after the other, until a machine has no power. Returns how many changes were acknowledged. Throws if a request fails
   * before.
   */
  makeUntilCut(machine: Pick<Machine, 'isRunning'>): Promise<number>
  /** Throws if a setting has neither its last acknowledged value nor the one that was being saved. */
  check(): Promise<void>
}

const MACS = ['02:00:00:00:01:01', '02:00:00:00:01:02', '02:00:00:00:01:03', '02:00:00:00:01:04']

export function openChanges(random: Random): Changes {
  /** By MAC address: the acknowledged name, and one whose request was not answered. */
  const names = new Map<string, { saved?: string; open?: string }>()
  let count = 0
  return {
    async makeUntilCut(machine) {
      for (let made = 0; ; made++) {
        const mac = random.pick(MACS)
        const name = `Change ${++count}`
        names.set(mac, { ...names.get(mac), open: name })
        try {
          const reply = await askRouter(`/device?identity=${mac}`, { body: { Name: name } })
          assert.equal(reply.status, 200, await reply.text())
        } catch (error) {
          if (machine.isRunning()) throw error
          return made
        }
        names.set(mac, { saved: name })
      }
    },
    async check() {
      const reply = await askRouter('/devices')
      const devices = (await reply.json()) as Readonly<Record<string, { readonly Name: string } | undefined>>
      for (const [mac, { saved, open }] of names) {
        const found = devices[mac]?.Name
        assert.ok(found === saved || found === open, `${mac} is ${found}, and not ${saved} or ${open}`)
        names.set(mac, found === undefined ? {} : { saved: found })
      }
    },
  }
}
