import assert from 'node:assert/strict'
import type { DeviceSpec, HouseholdDevice } from '../../guests/device.ts'

/** The household of the scenarios about rules. */
export const HOUSEHOLD = {
  laptop: { Policies: ['wan', 'dns'], listens: [22] },
  camera: { Policies: ['dns'], DeviceTags: ['nvr'], listens: [554, 1002] },
  printer: { wired: true, Policies: [], listens: [80, 9100, 9200] },
} satisfies Record<string, DeviceSpec>

export const addressOf = async (device: HouseholdDevice): Promise<string> => {
  const address = await device.address()
  assert.ok(address)
  return address
}

export const anybody = '0.0.0.0/0'
