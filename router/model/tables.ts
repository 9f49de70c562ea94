import type { z } from 'zod'
import { accessSettings, accessTables } from './access/tables.ts'
import { dnsSettings, dnsTables } from './dns/tables.ts'
import { firewallSettings, firewallTables } from './firewall/tables.ts'
import { homeSettings, homeTables } from './home/tables.ts'
import { internetSettings, internetTables } from './internet/tables.ts'
import { machineSettings } from './machine/tables.ts'
import { messageSettings, messageTables } from './messages/tables.ts'
import { pluginSettings, pluginTables } from './plugins/tables.ts'
import type { SavedSetting, SavedTable } from './saved.ts'
import { trafficSettings } from './traffic/tables.ts'
import { vpnSettings, vpnTables } from './vpn/tables.ts'
import { wifiTables } from './wifi/tables.ts'

/** All saved tables but the settings. */
export const tables = {
  ...homeTables,
  ...wifiTables,
  ...internetTables,
  ...vpnTables,
  ...accessTables,
  ...firewallTables,
  ...dnsTables,
  ...messageTables,
  ...pluginTables,
}

/** The settings, each a row of the table `settings` under its name. */
export const settings = {
  ...homeSettings,
  ...internetSettings,
  ...vpnSettings,
  ...accessSettings,
  ...firewallSettings,
  ...dnsSettings,
  ...trafficSettings,
  ...messageSettings,
  ...machineSettings,
  ...pluginSettings,
}

export type TableName = keyof typeof tables
export type RowOf<K extends TableName> = z.output<(typeof tables)[K]['schema']>
export type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

/** Whether the rows of this table are saved. */
export const isSaved = (table: string): boolean => table === 'settings' || Object.hasOwn(tables, table)

/** The description of the saved table or setting that a row belongs to; undefined if there is none. */
export function descriptionOf(table: string, key: string): SavedTable | SavedSetting | undefined {
  const [descriptions, name]: [Readonly<Record<string, SavedTable | SavedSetting>>, string] =
    table === 'settings' ? [settings, key] : [tables, table]
  return Object.hasOwn(descriptions, name) ? descriptions[name] : undefined
}

/** Whether the router updates this field, such as the time of the last lease: a change of it alone is not logged. */
export function isUnlogged(table: string, key: string, field: string): boolean {
  const audit = descriptionOf(table, key)?.audit
  return audit !== undefined && audit !== 'internal' && audit.unlogged?.includes(field) === true
}
