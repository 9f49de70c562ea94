import { KeptPlugin } from './plugin.ts'

/** An enabled plugin with this network. */
export const pluginRow = (Subnet: string): KeptPlugin =>
  KeptPlugin.parse({
    ...{ Name: 'sample', Enabled: true, Rights: [], Revision: '', TokenKey: '' },
    NetworkCapabilities: { Interface: 'plg0', Subnet },
  })
