import { isDeepStrictEqual } from 'node:util'
import { schemas } from '../../../store/documents.ts'
import type { Entry } from '../../../store/table.ts'

/** Tables and settings that owners change most. None of them has credentials for the router itself. */
const TABLES = [
  ...['devices', 'groups', 'blockLists', 'overrideLists', 'overrides', 'pauses', 'hostnames'],
  ...['forwards', 'blocks', 'outputBlocks', 'forwardBlocks', 'endpoints', 'customInterfaces', 'exits'],
  ...['pfwRules', 'personas', 'alerts', 'kinds', 'notifyTargets', 'automations'],
]
const SETTINGS = [
  ...['dnsBlock', 'dnsLog', 'dns', 'alerts', 'firewall', 'packetLog', 'trafficLimits', 'wan', 'multicast', 'timeZone'],
  'fingerprints',
]
/** Changed together with a device. */
const WITH_DEVICE = ['peers', 'sites']

/** The rows of a change that are saved, or undefined if it cannot be undone. */
export function undoableRows(entries: readonly Entry[]): readonly Entry[] | undefined {
  const saved = entries.filter(({ table }) => Object.hasOwn(schemas, table) || table === 'settings')
  const hasDevice = saved.some(({ table }) => table === 'devices')
  const isUndoable = saved.every(
    (entry) =>
      TABLES.includes(entry.table) ||
      (entry.table === 'settings' && SETTINGS.includes(entry.key)) ||
      (hasDevice && WITH_DEVICE.includes(entry.table)) ||
      isGuestNetwork(entry),
  )
  return isUndoable && saved.length > 0 ? saved : undefined
}

/** A radio of which nothing but the guest network has changed. */
const isGuestNetwork = ({ table, before, after }: Entry): boolean =>
  table === 'radios' && isRow(before) && isRow(after) && changedFields(before, after).join() === 'Guest'

export type Row = Readonly<Record<string, unknown>>
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const changedFields = (before: Row, after: Row): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
